import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Page } from "./page.ts";
import { pack, sendPage, tagOf } from "./send-page.ts";

/** As large as a page, and as varied. */
const TEXT = readFileSync(path.join(import.meta.dirname, "../../docs/operations.md"));

const requestAccepting = (accepted: string) =>
  new Request("http://localhost/", { headers: { "accept-encoding": accepted } });

const pageFor = (accepted: string): Page => ({
  status: 200,
  headers: { etag: tagOf(TEXT), "content-type": "text/plain" },
  ...pack(TEXT, requestAccepting(accepted)),
  born: 0,
});

it.each([
  ["br", "br"],
  ["zstd, br", "zstd"],
])(
  "sends a page at once to a reader of %s, and compresses one that is read again better, with the same tag",
  async (accepted, quickCoding) => {
    const page = pageFor(accepted);
    const get = async (age: number | null, coding = accepted) => {
      const response = await sendPage(page, requestAccepting(coding), age);
      return { body: Buffer.from(await response.arrayBuffer()), headers: response.headers };
    };
    const quick = page.body.length;
    const first = await get(null);
    expect([first.body.length, first.headers.has("age")]).toEqual([quick, false]);
    expect(first.headers.get("content-encoding")).toBe(quickCoding);
    await get(1);
    await expect.poll(() => page.body.length).toBeLessThan(quick);
    const again = await get(2);
    expect(again.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(again.body)).toEqual(TEXT);
    expect([again.headers.get("age"), again.headers.get("etag")]).toEqual(["2", tagOf(TEXT)]);
    const well = page.body.length;
    expect((await get(3, "identity")).body).toEqual(TEXT);
    expect(page.body.length).toBe(well);
    for (let read = 4; read <= 10; read++) await get(read);
    await expect.poll(() => page.body.length).toBeLessThan(well);
    expect(brotliDecompressSync((await get(11)).body)).toEqual(TEXT);
  },
);

const plainOf = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

describe.each(["br", "zstd"])("a page whose first reader accepts %s", (first) => {
  it.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br;q=0.5", "br"],
    ["br;q=0, gzip", "gzip"],
    ["GZIP;q=1.0,br; q=0.00", "gzip"],
    ["gzip;q=0, br;q=0", null],
    ["brotli, xgzip, zstandard", null],
    ["", null],
    ["gzip, deflate, br, zstd", first],
    ["gzip, zstd;q=0", "gzip"],
  ] as const)("is sent in a coding that %j accepts", async (accepted, coding) => {
    const page = pageFor(first);
    for (const _ of [1, 2]) {
      const response = await sendPage(page, requestAccepting(accepted));
      expect(response.headers.get("content-encoding")).toBe(coding);
      const body = Buffer.from(await response.arrayBuffer());
      expect(coding ? plainOf[coding as keyof typeof plainOf](body) : body).toEqual(TEXT);
      expect(response.headers.get("content-length")).toBe(String(body.length));
    }
  });
});
