import { expect, it, vi } from "vitest";
import { ReadableError } from "#domain/site/faults.ts";
import { UNSUITABLE } from "#web/ui/pictures/upload.ts";
import { createMediaList } from "./media-list.ts";

/** A network whose responses to uploads are the test's. */
const network = () => {
  type Upload = Record<"arrive", () => void> & {
    fail(error: Error): void;
    progress(part: number): void;
  };
  const sent = new Map<string, Upload>();
  const send = (file: File, progress: (part: number) => void, signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      sent.set(file.name, { arrive: () => resolve(`/${file.name}`), fail: reject, progress });
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
  return { sent, send };
};

const files = (...names: string[]) =>
  names.map((name) => new File(["x"], name, { type: "image/png" }));
const old = { id: "old", url: "/old.png", filename: "old.png", alt: "", caption: "" };
const image = { ...old, type: "image" as const };

const begin = () => {
  const { sent, send } = network();
  const onFailure = vi.fn();
  const list = createMediaList([image], { send, onFailure });
  const states = () => list.read().map(({ filename, state }) => `${filename} ${state}`);
  return { list, sent, states, onFailure };
};

it("media are uploaded three at a time, and keep their order however they arrive", async () => {
  const { list, sent, states } = begin();
  list.add(files("a", "b", "c", "d"));
  expect(states().join(", ")).toBe(
    "old.png stored, a uploading, b uploading, c uploading, d waiting",
  );
  sent.get("b")?.progress(0.5);
  expect(list.read()[2]?.progress).toBe(0.5);
  sent.get("c")?.arrive();
  await expect.poll(() => states()).toContain("d uploading");
  for (const name of ["d", "b", "a"]) sent.get(name)?.arrive();
  await expect
    .poll(() => list.read().map(({ url }) => url))
    .toEqual(["/old.png", "/a", "/b", "/c", "/d"]);
});

it("media are retried in place, and cancelled without a message", async () => {
  const { list, sent, states, onFailure } = begin();
  list.add(files("a", "b"));
  sent.get("a")?.fail(new ReadableError("Failed to upload a"));
  await expect.poll(() => states()[1]).toBe("a failed");
  expect(list.read()[1]?.reason).toBe("Failed to upload a");
  const [, a, b] = list.read();
  list.retry(a?.id ?? "");
  expect(states()[1]).toBe("a uploading");
  list.remove(b?.id ?? "");
  sent.get("a")?.arrive();
  await expect.poll(() => states()).toEqual(["old.png stored", "a stored"]);
  expect(onFailure).toHaveBeenCalledTimes(1);
});

it("media make way for another file if they were refused for what they are", async () => {
  const { list, sent, states } = begin();
  list.add(files("a"));
  sent.get("a")?.fail(new ReadableError("a is not a JPEG", { code: UNSUITABLE }));
  await expect.poll(() => states()[1]).toBe("a failed");
  const [, a] = list.read();
  expect(a?.refused).toBe(true);
  list.retry(a?.id ?? "", files("b")[0]);
  expect(states()[1]).toBe("b uploading");
  expect(list.read()[1]?.refused).toBeUndefined();
  sent.get("b")?.arrive();
  await expect.poll(() => states()).toEqual(["old.png stored", "b stored"]);
});

it("media are at most 20, and say how many had no place", () => {
  const { list } = begin();
  expect(list.add(files(...Array.from({ length: 22 }, (_, n) => `${n}`)))).toBe(3);
  expect(list.read()).toHaveLength(20);
});
