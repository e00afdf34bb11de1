import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { recycle } from "#backend/core/http/body.ts";
import { newFolder } from "#backend/tests/folders.ts";
import { receive } from "./receive.ts";

const spool = newFolder("spool-");

async function* pieces(list: Iterable<Uint8Array>, failure?: Error): AsyncGenerator<Uint8Array> {
  yield* list;
  if (failure) throw failure;
}

/** A piece with separate memory, like Node's own pieces of a connection. */
const own = (size: number) => new Uint8Array(randomBytes(size));

test("what arrives is written byte by byte, with its beginning and its hash, also when it arrives faster than the disk writes", async () => {
  const list = Array.from({ length: 40 }, (_, n) => own(n === 3 ? 0 : 65_536 - n));
  const whole = Buffer.concat(list);
  const got = await receive(pieces(list), spool, whole.length);
  expect(readFileSync(got.path).equals(whole)).toBe(true);
  expect(got.size).toBe(whole.length);
  expect(got.head).toEqual(whole.subarray(0, 65_536));
  const hash = createHash("sha256").update(whole).digest("hex");
  expect(got.etag).toBe(`"${hash.slice(0, 32)}"`);
  rmSync(got.path);
});

test("what arrives frees its memory as soon as it is written, and no memory that another reader uses", async () => {
  const list = [own(50_000), own(50_000)];
  const shared = own(100_000);
  const got = await receive(
    Object.assign(pieces([...list, shared.subarray(10, 60_000)]), { recycle }),
    spool,
    1_000_000,
  );
  expect(list.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  expect(shared.byteLength).toBe(100_000);
  rmSync(got.path);
});

test("what arrives is whole although its sender reuses the memory", async () => {
  const same = own(50_000);
  const got = await receive(pieces([same, same, same]), spool, 1_000_000);
  expect(readFileSync(got.path).equals(Buffer.concat([same, same, same]))).toBe(true);
  expect(got.size).toBe(150_000);
  rmSync(got.path);
});

test("what arrives leaves nothing behind when it exceeds its limit or its connection breaks", async () => {
  await expect(receive(pieces([own(10), own(10)]), spool, 19)).rejects.toThrow();
  await expect(receive(pieces([own(10)], new Error("gone")), spool, 100)).rejects.toThrow("gone");
  expect(readdirSync(spool)).toEqual([]);
});

test("what arrives is refused where it cannot be written, without waiting for more", async () => {
  async function* endless() {
    for (;;) yield own(65_536);
  }
  await expect(receive(endless(), path.join(spool, "missing"), 1e12)).rejects.toThrow("ENOENT");
});
