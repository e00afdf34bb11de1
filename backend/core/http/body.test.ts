import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { listening } from "#backend/tests/listening.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { ClientDisconnected } from "../errors.ts";
import { bodyOf, piecesOf } from "./body.ts";
import { requestListener } from "./request-listener.ts";

let act: (request: Request) => Promise<Response>;
const at = perFile(() => listening(createServer(requestListener((request) => act(request)))));

const lengthOf = async (body: AsyncIterable<Uint8Array> | null): Promise<number> => {
  let length = 0;
  for await (const piece of body ?? []) length += piece.byteLength;
  return length;
};
const readers = [
  ["in pieces", (request: Request) => lengthOf(bodyOf(request))],
  [
    "as a whole",
    async (request: Request) => Buffer.concat((await piecesOf(request, Infinity)) ?? []).length,
  ],
] as const;
const post = (body: BodyInit) => fetch(at.url, { method: "POST", body });

test.each(readers)("a body from a connection is read %s, an empty one too", async (_, read) => {
  act = async (request) => new Response(String(await read(request)));
  for (const size of [0, 1, 1_000_000]) {
    expect(await (await post(new Uint8Array(size))).text()).toBe(String(size));
  }
  expect(await (await fetch(at.url)).text()).toBe("0");
});

test.each(readers)("a request made in code is read %s", async (_, read) => {
  const request = new Request("http://x/", { method: "POST", body: "hello" });
  expect(await read(request)).toBe(5);
});

test.each(readers)(
  "a body that a handler has begun to read is not read again %s",
  async (_, read) => {
    act = async (request) => {
      await request.text();
      return read(request).then(
        (length) => new Response(String(length)),
        () => new Response("refused"),
      );
    };
    expect(["0", "refused"]).toContain(await (await post("hello")).text());
  },
);

test("a handler that stops reading in the middle can still respond", async () => {
  act = async (request) => {
    for await (const _piece of bodyOf(request) ?? []) break;
    return new Response("enough", { status: 413 });
  };
  const response = await post(new Uint8Array(300_000));
  expect([response.status, await response.text()]).toEqual([413, "enough"]);
});

test("a body that exceeds the limit is read no further", async () => {
  act = async (request) => new Response(String(await piecesOf(request, 100_000)), { status: 413 });
  const response = await post(new Uint8Array(300_000));
  expect([response.status, await response.text()]).toEqual([413, "null"]);
});

const breakOff = () => {
  const socket = connect(at.port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf", () =>
    socket.destroy(),
  );
};

test.each(readers)("a body that breaks off while it is read %s is an error", async (_, read) => {
  const ended = new Promise<unknown>((resolve) => {
    act = async (request) => {
      await read(request).then(resolve, resolve);
      return new Response();
    };
  });
  breakOff();
  expect(await ended).toBeInstanceOf(ClientDisconnected);
});

test.each(readers)("a body that broke off before it is read %s is an error", async (_, read) => {
  const closed = new Promise<void>((resolve) =>
    at.server.once("request", (incoming) => incoming.once("close", resolve)),
  );
  const ended = new Promise<unknown>((resolve) => {
    act = async (request) => {
      await closed;
      await read(request).then(resolve, resolve);
      return new Response();
    };
  });
  breakOff();
  expect(await ended).toBeInstanceOf(Error);
});
