import { connect } from "node:net";
import { expect, test } from "vitest";
import { openListener } from "#backend/tests/open-listener.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { readBody } from "./http.ts";
import { PlainResponse } from "./plain-response.ts";

let received: number;
const at = perFile(() =>
  openListener(async (request) => {
    const body = await readBody(request, 10_000_000);
    received = body.length;
    return new PlainResponse(`<${body.length}>`);
  }),
);

/** What comes back for a body in so many pieces of so many bytes. */
const post = async (pieces: number, bytes: number): Promise<string> => {
  received = 0;
  const socket = connect(at.port, "127.0.0.1").on("error", () => {});
  let text = "";
  socket.setEncoding("latin1").on("data", (piece) => {
    text += piece;
    if (text.endsWith(">")) socket.destroy();
  });
  const piece = `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`);
  socket.write(`${piece.repeat(pieces)}0\r\n\r\n`);
  await new Promise((resolve) => socket.once("close", resolve));
  return text.slice(9, 12);
};

test("a body in pieces of a few bytes is not read to its end", async () => {
  expect(await post(200_000, 1)).not.toBe("200");
  expect(received).toBe(0);
});

test.each([
  [900, 1],
  [20_000, 20],
  [100, 9_000],
])("a body in %i pieces of %i bytes is", async (pieces, bytes) => {
  expect(await post(pieces, bytes)).toBe("200");
  expect(received).toBe(pieces * bytes);
});
