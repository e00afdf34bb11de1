import { readFileSync } from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { brotliCompressSync, brotliDecompressSync, zstdDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { createTaggedCache } from "#backend/core/tagged-cache.ts";
import type { Page } from "./page.ts";
import { createPageCache } from "./page-cache.ts";
import { pack } from "./send-page.ts";
import { expand, squeeze } from "./squeezed-page.ts";

const MANUAL = readFileSync(path.join(import.meta.dirname, "../../docs/operations.md"), "utf8");

/** As large as a page, and as varied. */
const SHARED = MANUAL.slice(0, 24_000);

const reader = (accepted: string) => ({ headers: new Headers({ "accept-encoding": accepted }) });

const textOf = (own: string) => Buffer.from(`<p>${own}</p>${SHARED}`);

const pageOf = (own: string, route: string): Page => ({
  status: 200,
  headers: { "content-security-policy": route },
  ...pack(textOf(own), reader("zstd")),
  born: 1,
});

it("squeezes pages to what is their own, and gives them back in a coding of the reader", () => {
  const route = "script-src 'sha256-a'";
  squeeze(pageOf("first", route));
  const page = pageOf("second", route);
  const well = {
    ...page,
    body: new Uint8Array(brotliCompressSync(textOf("second"))),
    coding: "br",
  };
  for (const each of [page, well as Page]) {
    const squeezed = squeeze(each);
    if (!squeezed) throw new Error("Not squeezed");
    expect(squeezed.body.length).toBeLessThan(page.body.length / 20);
    const zstd = expand(squeezed, reader("gzip, zstd"));
    expect(zstd).toMatchObject({ status: 200, born: 1, headers: page.headers, coding: "zstd" });
    expect(zstdDecompressSync(zstd.body)).toEqual(textOf("second"));
    const br = expand(squeezed, reader("br"));
    expect([br.coding, brotliDecompressSync(br.body)]).toEqual(["br", textOf("second")]);
  }
});

it("leaves large pages alone, which are lists", () => {
  const list = {
    ...pageOf("", "script-src 'sha256-l'"),
    ...pack(Buffer.from(MANUAL), reader("br")),
  };
  expect([squeeze(list), squeeze(list)]).toEqual([null, null]);
});

it("leaves pages alone that have little in common with others of their route", () => {
  const route = "script-src 'sha256-b'";
  squeeze(pageOf("first", route));
  const other = Buffer.from(Array.from({ length: 9000 }, (_, n) => (n * 7919) % 251));
  expect(squeeze({ ...pageOf("", route), ...pack(other, reader("zstd")) })).toBeNull();
});

it("keeps pages that would have to go, and ends them with their tags as all others", async () => {
  const many = 40;
  const bytes = many * (pageOf("", "").body.length / 2);
  const store = createTaggedCache({ limits: { bytes, entries: 1000 }, now: () => 0 });
  store.listen(async () => true);
  const cache = createPageCache(store);
  let made = 0;
  const read = async (n: number, accepted = "br") => {
    await nextTurn();
    const make = async () => {
      made += 1;
      const page = pageOf(`page ${n}`, "script-src 'sha256-c'");
      return { page, dependencies: { tags: [`row:${n}`], until: Infinity } };
    };
    const { page } = await cache.get(`/${n}`, make, reader(accepted));
    const plain =
      page.coding === "br" ? brotliDecompressSync(page.body) : zstdDecompressSync(page.body);
    expect(plain.subarray(0, 20).toString()).toContain(`page ${n}<`);
  };
  for (let n = 0; n < many; n++) await read(n);
  for (let n = 0; n < many; n++) await read(n);
  expect(made).toBe(many);
  expect(store.size().bytes).toBeLessThan(bytes);
  store.invalidate(["row:3", "row:30"]);
  for (let n = 0; n < many; n++) await read(n, "zstd");
  expect(made).toBe(many + 2);
  store.close();
});

it("lets pages with a query go, which are seldom asked for again", async () => {
  const many = 40;
  const bytes = many * (pageOf("", "").body.length / 2);
  const store = createTaggedCache({ limits: { bytes, entries: 1000 }, now: () => 0 });
  store.listen(async () => true);
  const cache = createPageCache(store);
  let made = 0;
  const make = async () => {
    made += 1;
    const page = pageOf("found", "script-src 'sha256-q'");
    return { page, dependencies: { tags: ["rows"], until: Infinity } };
  };
  for (let n = 0; n < many; n++) await cache.get(`/?service=${n}`, make, reader("zstd"));
  expect(store.size().entries).toBeLessThan(many / 2);
  await cache.get(`/?service=${many - 1}`, make, reader("zstd"));
  expect(made).toBe(many);
  store.close();
});
