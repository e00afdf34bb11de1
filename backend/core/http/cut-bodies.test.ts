import { createServer } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { listening } from "#backend/tests/listening.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { HttpError } from "../errors.ts";
import { rejectCutBodies } from "./cut-bodies.ts";
import { readBody } from "./http.ts";
import { requestListener } from "./request-listener.ts";

let limit = 1_000_000;
let delay = 0;
const server = createServer(
  requestListener(async (request) => {
    await pause(delay);
    if (request.url.endsWith("/unread")) return new Response("unread");
    try {
      return new Response(`${(await readBody(request, limit)).length}`);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return new Response(error.code, { status: error.status });
    }
  }),
);
rejectCutBodies(server);
const at = perFile(() => listening(server));

/** Sends pieces over a bare connection, closes its own side, then reads; returns the response. */
const send = async (header: string, pieces: (string | Buffer)[]): Promise<string> => {
  const socket = connect({ port: at.port, host: "127.0.0.1", allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve, reject) => {
    socket.once("close", () => resolve());
    socket.once("error", reject);
  });
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`);
  for (const piece of pieces) {
    if (!socket.write(piece)) await new Promise((resolve) => socket.once("drain", resolve));
    await pause(20);
  }
  socket.end();
  socket.on("data", (chunk) => chunks.push(chunk));
  await closed;
  return Buffer.concat(chunks).toString();
};

test("a truncated body gets a response if its sender closed only their side", async () => {
  for (delay of [0, 200]) {
    for (const [header, piece] of [
      ["content-length: 10", "half"],
      ["content-length: 10", ""],
      ["transfer-encoding: chunked", "5\r\nhello\r\n5\r\nhe"],
    ] as const) {
      const response = await send(header, [piece]);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toMatch(/request_incomplete$/);
      expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }
  }
  delay = 0;
});

test("a complete body is accepted, and what is not HTTP is refused", async () => {
  expect(await send("content-length: 4\r\nconnection: close", ["full"])).toMatch(/4$/);
  expect(await send("content-length: what", [])).toMatch(/^HTTP\/1\.1 400 Bad Request/);
});

test("a client that is still sending after the response can read it after its last byte", async () => {
  limit = 1_000;
  const pieces = Array.from({ length: 50 }, () => Buffer.alloc(200_000));
  const response = await send(`content-length: ${50 * 200_000}`, pieces);
  limit = 1_000_000;
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(response).toMatch(/request_too_large$/);
});

test.each(["POST", "GET"])(
  "a body that nobody reads is not taken without end after the response: %s",
  async (method) => {
    const socket = connect(at.port, "127.0.0.1").on("error", () => {});
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const head = `${method} /unread HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 ** 40}\r\n\r\n`;
    socket.resume().write(head);
    const piece = Buffer.alloc(1_048_576);
    while (!socket.destroyed && socket.bytesWritten < 2 ** 32)
      if (!socket.write(piece))
        await Promise.race([closed, new Promise((resolve) => socket.once("drain", resolve))]);
    expect(socket.destroyed).toBe(true);
  },
);
