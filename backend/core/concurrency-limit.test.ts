import { expect, test } from "vitest";
import { createConcurrencyLimit, type LimitOptions } from "./concurrency-limit.ts";
import { ClientDisconnected } from "./errors.ts";

const refused = () => new Error("full");

/** A limit whose work ends when the test decides, and the order in which the work began. */
const watched = (options: Partial<LimitOptions>) => {
  const limit = createConcurrencyLimit({ running: 1, waiting: 100, full: refused, ...options });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, signal?: AbortSignal) => {
    const running = limit(
      () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      { caller: name.slice(0, 1), signal },
    );
    running.catch(() => {});
    return running;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { run, started, end };
};

test("a newcomer is next, however many another caller has waiting", async () => {
  const { run, started, end } = watched({ running: 2 });
  for (const name of ["a1", "a2", "a3", "a4"]) void run(name);
  void run("b1");
  void run("c1");
  expect(started).toEqual(["a1", "a2"]);
  for (const name of ["a1", "a2", "b1", "c1"]) await end(name);
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
});

test("one caller never has more running than its part, also where others leave room", async () => {
  const { run, started, end } = watched({ running: 2, runningPerCaller: 1 });
  for (const name of ["a1", "a2", "b1"]) void run(name);
  expect(started).toEqual(["a1", "b1"]);
  await end("b1");
  expect(started).toEqual(["a1", "b1"]);
  await end("a1");
  expect(started).toEqual(["a1", "b1", "a2"]);
});

test("callers take turns while they wait", async () => {
  const { run, started, end } = watched({});
  for (const name of ["a1", "a2", "b1", "b2", "c1", "c2"]) void run(name);
  for (let index = 0; index < 6; index++) await end(started.at(-1) ?? "");
  expect(started).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"]);
});

test("what does not fit is refused, of one caller sooner than of all", async () => {
  const { run, started, end } = watched({ waiting: 3, waitingPerCaller: 2 });
  for (const name of ["a1", "a2", "a3"]) void run(name);
  await expect(run("a4")).rejects.toThrow("full");
  void run("b1");
  await expect(run("c1")).rejects.toThrow("full");
  for (const name of ["a1", "b1", "a2", "a3"]) await end(name);
  expect(started).toEqual(["a1", "b1", "a2", "a3"]);
});

test("work that nobody waits for any more never starts and takes no place in the queue", async () => {
  const { run, started, end } = watched({ waiting: 1 });
  void run("a1");
  const disconnected = new AbortController();
  const dropped = run("b1", disconnected.signal);
  disconnected.abort("as Node's listener says it");
  await expect(dropped).rejects.toThrow(ClientDisconnected);
  void run("c1");
  await end("a1");
  expect(started).toEqual(["a1", "c1"]);
  await expect(run("d1", disconnected.signal)).rejects.toThrow(ClientDisconnected);
});

test("work that waits too long is refused", async () => {
  const { run, started, end } = watched({ patience: 20 });
  void run("a1");
  await expect(run("b1")).rejects.toThrow("full");
  await end("a1");
  expect(started).toEqual(["a1"]);
});

test("a failure frees the place", async () => {
  const limit = createConcurrencyLimit({ running: 1, waiting: 0, full: refused });
  await expect(limit(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await limit(async () => "well")).toBe("well");
});
