import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyOf } from "./body.ts";
import { requestListener } from "./request-listener.ts";

let act: (request: Request) => Promise<Response>;
const server = createServer(requestListener((request) => act(request)));
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const lengthOf = async (body: AsyncIterable<Uint8Array> | null): Promise<number> => {
  let length = 0;
  for await (const piece of body ?? []) length += piece.byteLength;
  return length;
};
const post = (body: BodyInit) => fetch(url, { method: "POST", body });

test("a body from a connection is read whole, an empty one too", async () => {
  act = async (request) => new Response(String(await lengthOf(bodyOf(request))));
  for (const size of [0, 1, 1_000_000]) {
    expect(await (await post(new Uint8Array(size))).text()).toBe(String(size));
  }
  expect(await (await fetch(url)).text()).toBe("0");
});

test("a request made in code is read too", async () => {
  const request = new Request(url, { method: "POST", body: "hello" });
  expect(await lengthOf(bodyOf(request))).toBe(5);
});

test("a body that a handler has begun to read is not read a second time", async () => {
  act = async (request) => {
    await request.text();
    return lengthOf(bodyOf(request)).then(
      (length) => new Response(String(length)),
      () => new Response("refused"),
    );
  };
  expect(["0", "refused"]).toContain(await (await post("hello")).text());
});

test("a handler that stops reading in the middle can still respond", async () => {
  act = async (request) => {
    for await (const _piece of bodyOf(request) ?? []) break;
    return new Response("enough", { status: 413 });
  };
  const response = await post(new Uint8Array(300_000));
  expect([response.status, await response.text()]).toEqual([413, "enough"]);
});

test("a body that breaks off is an error", async () => {
  const ended = new Promise<unknown>((resolve) => {
    act = async (request) => {
      await lengthOf(bodyOf(request)).then(resolve, resolve);
      return new Response();
    };
  });
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf", () =>
    socket.destroy(),
  );
  expect(await ended).toMatchObject({ code: "ECONNRESET" });
});
