import { expect, test } from "vitest";
import { recycle } from "#backend/core/http/body.ts";
import { boundaryOf, readMultipart } from "./multipart.ts";

const BODY = [
  "--b1",
  'Content-Disposition: form-data; name="cacheControl"',
  "",
  "60",
  "--b1",
  'Content-Disposition: form-data; name=""; filename="a \\"b\\".bin"',
  "Content-Type: image/png",
  "",
  "line\r\n--b\r\n--b",
  "--b1--",
  "",
].join("\r\n");

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (text: string, size = 1_000, boundary = "b1") => {
  const parts: [string, string | null, string | null, string][] = [];
  for await (const part of readMultipart(inPieces(text, size), boundary)) {
    let content = "";
    for await (const chunk of part.content) content += chunk.toString();
    parts.push([part.name, part.filename, part.contentType, content]);
  }
  return parts;
};

test("a multipart body is read the same however it is cut", async () => {
  const whole = [
    ["cacheControl", null, null, "60"],
    ["", 'a \\"b\\".bin', "image/png", "line\r\n--b\r\n--b"],
  ];
  for (const size of [1, 2, 3, 7, 50, 1_000]) expect(await read(BODY, size)).toEqual(whole);
});

test("a multipart body gives back the memory of each piece that its reader is done with, however it is cut", async () => {
  const file = Buffer.from("abcdefgh\r\n--b".repeat(20_000));
  const body = Buffer.concat([
    Buffer.from('--b1\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'),
    file,
    Buffer.from("\r\n--b1--\r\n"),
  ]);
  for (const size of [5, 100, 9_999, 65_536, body.length]) {
    const pieces = Array.from(
      { length: Math.ceil(body.length / size) },
      (_, n) => new Uint8Array(body.subarray(n * size, (n + 1) * size)),
    );
    const source = Object.assign(
      (async function* () {
        yield* pieces;
      })(),
      { recycle },
    );
    const read: Buffer[] = [];
    for await (const { content } of readMultipart(source, "b1"))
      for await (const chunk of content) {
        read.push(Buffer.from(chunk));
        content.recycle?.(chunk);
      }
    expect(Buffer.concat(read).equals(file), `${size}`).toBe(true);
    // Pieces that are smaller than a boundary, or may contain a part of one, were copied.
    const filled = pieces.filter(({ byteLength }) => byteLength > 0).length;
    if (size > 100) expect(filled, `${size}`).toBeLessThan(3);
  }
});

test("a multipart body may have a preamble and empty parts", async () => {
  expect(
    await read(`ignored\r\n--b1\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n--b1--`),
  ).toEqual([["x", null, null, ""]]);
});

test("a multipart body is refused when it breaks off, never ends its headers, or has parts without end", async () => {
  const refused = { details: "invalidRequest" };
  for (let length = 0; length < BODY.length - 4; length += 5)
    await expect(read(BODY.slice(0, length)), `${length}`).rejects.toMatchObject(refused);
  await expect(read(`--b1\r\nX: ${"y".repeat(20_000)}`)).rejects.toMatchObject(refused);
  await expect(read(`--b1\r\nX: y\r\n\r\nz\r\n`.repeat(60))).rejects.toMatchObject(refused);
  await expect(read(`${"z".repeat(20_000)}\r\n${BODY}`)).rejects.toMatchObject(refused);
  await expect(read(BODY, 10, "other")).rejects.toMatchObject(refused);
});

test("the boundary comes from the content type", () => {
  expect(boundaryOf("multipart/form-data; boundary=abc")).toBe("abc");
  expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe("a b");
  expect(() => boundaryOf("multipart/form-data")).toThrow();
});
