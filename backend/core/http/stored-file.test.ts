import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { newFolder } from "#backend/tests/folders.ts";
import { listening } from "#backend/tests/listening.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { StoredFile } from "./stored-file.ts";

const folder = newFolder("stored-file-");

/** Several full pieces and a remainder. */
const bytes = randomBytes(2_500_003);
const file = path.join(folder, "file");
writeFileSync(file, bytes);
const empty = path.join(folder, "empty");
writeFileSync(empty, "");

let send: () => Promise<StoredFile>;
const at = perFile(() =>
  listening(createServer(async (_request, response) => (await send()).sendTo(response))),
);

const read = async () => Buffer.from(await (await fetch(at.url)).arrayBuffer());

test.each([
  ["whole", file, {}, bytes],
  ["in part", file, { start: 10, end: 700_000 }, bytes.subarray(10, 700_001)],
  ["in a part of some pieces", file, { start: 10, end: 2_400_000 }, bytes.subarray(10, 2_400_001)],
  ["to its last byte", file, { start: 2_499_999, end: 2_500_002 }, bytes.subarray(2_499_999)],
  ["empty", empty, {}, Buffer.alloc(0)],
])("a file is sent and read %s", async (_what, from, range, length) => {
  send = async () => new StoredFile(await open(from), range);
  expect(length.equals(await read())).toBe(true);
  const stream = new StoredFile(await open(from), range);
  expect(length.equals(Buffer.concat(await stream.toArray()))).toBe(true);
});

test("many at once each get their own bytes, through buffers that are used again", async () => {
  const part = (n: number) => ({ start: n * 1_000, end: n * 1_000 + 300_000 });
  let n = 0;
  send = async () => new StoredFile(await open(file), part(n++ % 60));
  for (let round = 0; round < 3; round++) {
    const responses = await Promise.all(Array.from({ length: 40 }, read));
    const starts = responses.map((got) => bytes.indexOf(got));
    expect(starts.every((start) => start >= 0 && start % 1_000 === 0)).toBe(true);
    expect(responses.every(({ length }) => length === 300_001)).toBe(true);
  }
});

test("a file is closed when its reader hangs up, when nobody reads it or nobody can", async () => {
  const handles: FileHandle[] = [];
  const opened = async (path: string) => {
    const handle = await open(path);
    handles.push(handle);
    return handle;
  };
  const closed = (handle: FileHandle | undefined) =>
    vi.waitFor(() => expect(handle?.fd).toBe(-1), { timeout: 5_000, interval: 5 });

  const large = path.join(folder, "large");
  writeFileSync(large, Buffer.alloc(32 * 1024 * 1024));
  send = async () => new StoredFile(await opened(large));
  const socket = connect(at.port, "127.0.0.1", () =>
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n"),
  );
  await new Promise((resolve) => socket.once("data", resolve));
  socket.destroy();
  await closed(handles[0]);

  expect(new StoredFile(await opened(file), {}, 1).destroyed).toBe(false);
  await closed(handles[1]);

  send = async () => new StoredFile(await opened(folder));
  await expect(read()).rejects.toThrow();
  await closed(handles[2]);
});
