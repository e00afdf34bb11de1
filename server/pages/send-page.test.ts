import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Page } from "./page-cache.ts";
import { pack, sendPage, tagOf } from "./send-page.ts";

/** As large as a page, and as varied. */
const TEXT = readFileSync(path.join(import.meta.dirname, "../../docs/operations.md"));

it("sends a page at once, and compresses one that is read again better, with the same tag", async () => {
  const page: Page = {
    status: 200,
    headers: { etag: tagOf(TEXT) },
    body: await pack(TEXT),
    born: 0,
  };
  const get = async (age: number | null, coding = "br") => {
    const request = new Request("http://localhost/", { headers: { "accept-encoding": coding } });
    const response = await sendPage(page, request, age);
    return { body: Buffer.from(await response.arrayBuffer()), headers: response.headers };
  };
  const quick = page.body.length;
  const first = await get(null);
  expect([first.body.length, first.headers.has("age")]).toEqual([quick, false]);
  await get(1);
  await expect.poll(() => page.body.length).toBeLessThan(quick);
  const again = await get(2);
  expect(brotliDecompressSync(again.body)).toEqual(TEXT);
  expect([again.headers.get("age"), again.headers.get("etag")]).toEqual(["2", tagOf(TEXT)]);
  const well = page.body.length;
  expect((await get(3, "identity")).body).toEqual(TEXT);
  expect(page.body.length).toBe(well);
});

it.each([
  ["br, gzip", "br"],
  ["gzip, deflate, br;q=0.5", "br"],
  ["br;q=0, gzip", "gzip"],
  ["GZIP;q=1.0,br; q=0.00", "gzip"],
  ["gzip;q=0, br;q=0", null],
  ["brotli, xgzip", null],
  ["", null],
])("sends a coding that %j accepts", async (accepted, coding) => {
  const headers = { etag: tagOf(TEXT), "content-type": "text/plain" };
  const page: Page = { status: 200, headers, body: await pack(TEXT), born: 0 };
  const request = new Request("http://localhost/", { headers: { "accept-encoding": accepted } });
  for (const _ of [1, 2]) {
    const response = await sendPage(page, request);
    expect(response.headers.get("content-encoding")).toBe(coding);
    const body = Buffer.from(await response.arrayBuffer());
    const plain = coding === "br" ? brotliDecompressSync(body) : coding ? gunzipSync(body) : body;
    expect(plain).toEqual(TEXT);
  }
});
