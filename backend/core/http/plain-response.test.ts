import { createServer } from "node:http";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { listening } from "#backend/tests/listening.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { type PlainBody, type PlainInit, PlainResponse } from "./plain-response.ts";
import { requestListener } from "./request-listener.ts";

/**
 * The same response in both kinds, and how each arrives over a connection. `globalThis.Response` is Node's
 * own only in a separate process: other files load a server that replaces it.
 */
const kinds = { plain: PlainResponse, own: globalThis.Response };
const responders = new Map<string, () => Response>();
const at = perFile(() =>
  listening(
    createServer(
      requestListener(
        (request) => responders.get(new URL(request.url).pathname)?.() ?? new Response(),
      ),
    ),
  ),
);

const bytes = new Uint8Array([0, 255, 128, 10]);

const cases: [string, Exclude<PlainBody, Readable>, PlainInit][] = [
  ["JSON", '{"price":"£5"}', { headers: { "content-type": "application/json; charset=utf-8" } }],
  ["a text of no type", "hello", { status: 404 }],
  ["bytes", bytes, { headers: { "content-type": "image/png", "content-length": "4" } }],
  ["an empty text", "", { status: 201, headers: { "content-range": "*/*" } }],
  ["nothing", null, { status: 204, headers: { "x-one": "1" } }],
];

const summaryOf = async (response: Response) => {
  const { date, "keep-alive": _, connection, ...headers } = Object.fromEntries(response.headers);
  const body = Buffer.from(await response.arrayBuffer()).toString("hex");
  return { status: response.status, ok: response.ok, headers, body };
};

test.each(cases)("%s reads like Node's own Response", async (_, body, init) => {
  expect(await summaryOf(new PlainResponse(body, init))).toEqual(
    await summaryOf(new Response(body, init)),
  );
});

test.each([
  ...cases.map(([, body]) => body),
  "\uFEFFwith a mark, half of a \uD83D and a whole 🔧",
  new Uint8Array([0xef, 0xbb, 0xbf, 0x41, 0xff]),
])("%j is read once as text, as Node's own", async (body) => {
  for (const first of ["text", "bytes"] as const) {
    const [plain, own] = [new PlainResponse(body), new Response(body)];
    expect(await plain[first]()).toEqual(await own[first]());
    expect(plain.bodyUsed).toBe(own.bodyUsed);
    const again = await Promise.allSettled([plain.text(), own.text(), plain.bytes(), own.bytes()]);
    expect(again.map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => (body === null ? "fulfilled" : "rejected")),
    );
  }
});

test.each(cases)("%s arrives over a connection as Node's own", async (name, body, init) => {
  for (const method of ["GET", "HEAD"]) {
    const [plain, own] = await Promise.all(
      Object.entries(kinds).map(async ([kind, Kind]) => {
        const path = `/${kind}/${encodeURIComponent(name)}`;
        responders.set(path, () => new Kind(body, init));
        return summaryOf(await fetch(at.url + path, { method }));
      }),
    );
    expect(plain).toEqual(own);
  }
});

test("a body is read once, and a copy of its own each time", async () => {
  const response = new PlainResponse("once");
  expect(await response.clone().text()).toBe("once");
  expect(response.bodyUsed).toBe(false);
  expect(await response.text()).toBe("once");
  expect(response.bodyUsed).toBe(true);
  await expect(response.text()).rejects.toThrow(TypeError);
  const copy = new Response(new PlainResponse("again", { status: 418 }).body, { status: 418 });
  expect([copy.status, await copy.text()]).toEqual([418, "again"]);
});

const length = { "content-length": "6" };

test("a body that is one of Node's streams arrives whole, and can be read like any other", async () => {
  const stream = () => Readable.from([Buffer.from("abc"), Buffer.from("def")]);
  responders.set("/stream", () => new PlainResponse(stream(), { headers: length }));
  const arrived = await fetch(`${at.url}/stream`);
  expect([arrived.headers.get("content-length"), await arrived.text()]).toEqual(["6", "abcdef"]);
  expect(await new PlainResponse(stream()).text()).toBe("abcdef");
});

test("a stream that breaks off ends the connection, and one that nobody waits for is closed", async () => {
  const breaking = async function* () {
    yield Buffer.from("abc");
    throw new Error("The disk is gone");
  };
  responders.set(
    "/broken",
    () => new PlainResponse(Readable.from(breaking()), { headers: length }),
  );
  await expect(fetch(`${at.url}/broken`).then((response) => response.text())).rejects.toThrow();

  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) });
  responders.set("/endless", () => new PlainResponse(endless));
  const controller = new AbortController();
  const response = await fetch(`${at.url}/endless`, { signal: controller.signal });
  const closed = new Promise((resolve) => endless.once("close", resolve));
  await response.body?.getReader().read();
  controller.abort();
  await closed;
  expect(endless.destroyed).toBe(true);
});
