import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import type { Readable } from "node:stream";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { png, STORAGE_PROJECT } from "#backend/tests/conformance/storage-world.ts";
import { newFolder } from "#backend/tests/folders.ts";
import { listening } from "#backend/tests/listening.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import { startS3 } from "#backend/tests/s3.ts";
import type { FileDriver } from "./driver.ts";
import { folderDriver } from "./folder.ts";
import { s3Driver } from "./s3.ts";

const home = newFolder("drivers-");
mkdirSync(path.join(home, "spool"));
mkdirSync(path.join(home, "folder"));
const store = perFile(startS3);
const s3 = () => store.options;

const spool = () => path.join(home, "spool");
const local = (content: Buffer | string): string => {
  const file = path.join(spool(), randomBytes(8).toString("hex"));
  writeFileSync(file, content);
  return file;
};
const read = async (stream: Readable | null) =>
  stream && Buffer.concat((await stream.toArray()) as Buffer[]);

describe.each<[string, () => FileDriver]>([
  ["a folder", () => folderDriver(path.join(home, "folder"))],
  ["an object storage", () => s3Driver(s3(), spool())],
])("files in %s", (_name, open) => {
  const key = (name: string, version = "v1") => ({ bucket: "box", name, version });

  test("are stored, read whole and in part, and moved from their former place", async () => {
    const files = open();
    const content = randomBytes(3_000_000);
    const from = local(content);
    await files.put(key("a/big.bin"), from);
    expect(existsSync(from)).toBe(false);
    const whole = await read(await files.get(key("a/big.bin")));
    expect(whole?.equals(content)).toBe(true);
    expect(await read(await files.get(key("a/big.bin"), { start: 10, end: 19 }))).toEqual(
      content.subarray(10, 20),
    );
    await files.put(key("a/empty"), local(""));
    expect(await read(await files.get(key("a/empty")))).toEqual(Buffer.alloc(0));
  });

  test("are not in their place before they are announced", async () => {
    const files = open();
    const { promise: announced, resolve: announce } = Promise.withResolvers<void>();
    const putting = files.put(key("told"), local("x"), announced);
    // A later file that needs no message has arrived, so this one could have too.
    await files.put(key("silent"), local("x"));
    expect(await files.get(key("told"))).toBeNull();
    announce();
    await putting;
    expect(String(await read(await files.get(key("told"))))).toBe("x");
    const failed = Promise.reject(new Error("no word"));
    const left = local("x");
    await expect(files.put(key("untold"), left, failed)).rejects.toThrow("no word");
    rmSync(left);
    expect(await files.get(key("untold"))).toBeNull();
  });

  test("find their place while others beside them are removed", async () => {
    const files = open();
    const name = "some/where/deep/once.txt";
    for (let round = 0; round < 20; round++) {
      await files.put(key(name, "old"), local("old"));
      const [first, second] = [`a${round}`, `b${round}`];
      await Promise.all([
        files.remove(key(name, "old")),
        files.put(key(name, first), local("x")).then(() => files.remove(key(name, first))),
        files.put(key(name, second), local("y")),
      ]);
      expect(String(await read(await files.get(key(name, second))))).toBe("y");
      await files.remove(key(name, second));
    }
  });

  test("bear any name", async () => {
    const files = open();
    const names = [
      "a b+c&d=e.txt",
      "größe/日本.txt",
      "x!'()*;:@,?$.txt",
      Array(5).fill("n".repeat(200)).join("/"),
    ];
    for (const name of names) {
      await files.put(key(name), local(name));
      expect(String(await read(await files.get(key(name))))).toBe(name);
    }
    for (const name of names) await files.remove(key(name));
    for (const name of names) expect(await files.get(key(name))).toBeNull();
  });

  test("are copied, opened and removed; a missing one is reported", async () => {
    const files = open();
    await files.put(key("one"), local("one"));
    expect(await files.copy(key("one"), key("two", "v2"))).toBe(true);
    await files.remove(key("one"));
    expect(String(await read(await files.get(key("two", "v2"))))).toBe("one");
    const seen = await files.withLocal(key("two", "v2"), async (at) => readFileSync(at, "utf8"));
    expect(seen).toBe("one");
    expect(await files.copy(key("never"), key("three"))).toBe(false);
    expect(await files.get(key("never"))).toBeNull();
    expect(await files.withLocal(key("never"), async () => 1)).toBeNull();
    await files.remove(key("never"));
    expect(readdirSync(spool())).toEqual([]);
  });
});

test("an object storage that cannot be used is reported in one line", async () => {
  await expect(s3Driver({ ...s3(), bucket: "other" }, spool()).check()).rejects.toThrow(
    /^S3_BUCKET: the object storage answers 404 for other/,
  );
  await expect(s3Driver({ ...s3(), secretAccessKey: "wrong" }, spool()).check()).rejects.toThrow(
    /^S3_BUCKET: .* 403/,
  );
  const closed = { ...s3(), endpoint: "http://127.0.0.1:9" };
  await expect(s3Driver(closed, spool()).check()).rejects.toThrow(/^S3_ENDPOINT: no object/);
  await s3Driver(s3(), spool()).check();
});

test("an object storage gets the hash of the content, and does not take its failures for success", async () => {
  const requests: string[] = [];
  const statuses = [200, 200];
  const bodies = ["", "<Error><Code>InternalError</Code></Error>"];
  const fake = await perTest(
    listening(
      createServer((request, response) => {
        requests.push(String(request.headers["x-amz-content-sha256"]));
        request.resume().on("end", () => {
          response.writeHead(statuses.shift() ?? 403).end(bodies.shift() ?? "");
        });
      }),
    ),
  );
  const files = s3Driver({ ...s3(), endpoint: fake.url }, spool());
  const key = { bucket: "b", name: "n", version: "v" };
  await files.put(key, local("content"));
  expect(requests[0]).toBe(createHash("sha256").update("content").digest("hex"));
  await expect(files.copy(key, { ...key, version: "w" })).rejects.toThrow("InternalError");
  await expect(files.put(key, local("content"))).rejects.toThrow("S3 answered 403");
  await expect(files.get(key)).rejects.toThrow("S3 answered 403");
  await expect(files.remove(key)).rejects.toThrow("S3 answered 403");
  for (const name of readdirSync(spool())) rmSync(path.join(spool(), name));
});

test("an object storage stores the files of a whole backend, and none on local disk", async () => {
  const backend = await perTest(startTestBackend({ project: STORAGE_PROJECT, files: s3() }));
  const { storage } = createClient(backend.url, backend.keys.serviceRole, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const pictures = storage.from("pictures");
  expect((await pictures.upload("a/one.png", await png(60, 30))).error).toBeNull();
  expect((await pictures.copy("a/one.png", "a/two.png")).error).toBeNull();
  expect((await pictures.move("a/one.png", "b/one.png")).error).toBeNull();
  const made = await pictures.download("b/one.png", { transform: { width: 20 } });
  expect(made.data?.size).toBeGreaterThan(0);
  const part = await backend.request("/storage/v1/object/public/pictures/a/two.png", {
    headers: { range: "bytes=1-3" },
  });
  expect([part.status, await part.text()]).toEqual([206, "PNG"]);
  const stored = path.join(backend.dataDir, "storage", "stub");
  expect(readdirSync(stored, { recursive: true })).toEqual([]);
  expect((await pictures.remove(["a/two.png", "b/one.png"])).data).toHaveLength(2);
  const left = () =>
    readdirSync(path.join(store.directory, "files"), { recursive: true }).filter((name) =>
      /pictures/.test(String(name)),
    );
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
});
