import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { openListener } from "#backend/tests/open-listener.ts";
import { atEnd, perTest } from "#backend/tests/per-file.ts";
import { readBody } from "./http.ts";
import { PlainResponse } from "./plain-response.ts";

/** A server that counts the requests that it serves at once, and those that arrived and are not answered. */
const serve = async (
  respond: (request: Request) => Promise<Response>,
  options: { waiting?: number } = {},
) => {
  const seen = { running: 0, most: 0, served: [] as string[], arrived: 0, mostArrived: 0 };
  const listening = openListener(async (request) => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    seen.served.push(new URL(request.url).pathname);
    try {
      return await respond(request);
    } finally {
      seen.running -= 1;
    }
  }, options);
  const { server, port } = await perTest(listening);
  server.on("request", (_incoming, outgoing) => {
    seen.arrived += 1;
    seen.mostArrived = Math.max(seen.mostArrived, seen.arrived);
    outgoing.once("close", () => {
      seen.arrived -= 1;
    });
  });
  const open = async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    atEnd(() => socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  return { seen, server, open };
};

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

/** What a connection is sent until it has as many whole bodies; a body begins with "<" and ends with ">". */
const bodiesOf = async (socket: Socket, count: number): Promise<string[]> => {
  let text = "";
  const bodies: string[] = [];
  for await (const piece of socket.setEncoding("latin1").iterator({ destroyOnReturn: false })) {
    text += piece;
    for (const [body] of text.matchAll(/<[^<>]*>/g)) bodies.push(body);
    text = text.slice(text.lastIndexOf(">") + 1);
    if (bodies.length >= count) break;
  }
  return bodies;
};

const echo = async (request: Request) => {
  await nextTurn();
  return new PlainResponse(`<${new URL(request.url).pathname}>`);
};

/** Bytes of one read of a connection. */
const READ = 65_536;

test("requests that one connection sends without waiting are served one by one, in order, and no more are read", async () => {
  const { seen, open } = await serve(echo);
  const paths = Array.from({ length: 3_000 }, (_, n) => `/${String(n).padStart(5, "0")}`);
  const socket = await open();
  socket.write(paths.map(get).join(""));
  expect(await bodiesOf(socket, paths.length)).toEqual(paths.map((path) => `<${path}>`));
  expect(seen.served).toEqual(paths);
  expect(seen.most).toBe(1);
  // The one that is served, and those of one read; the next read may come when the last of them begins.
  expect(seen.mostArrived).toBeLessThanOrEqual(READ / get("/00000").length + 2);
});

test("bodies between them arrive whole, also one that comes later", async () => {
  const { open } = await serve(
    async (request) => new PlainResponse(`<${Buffer.from(await readBody(request, 100))}>`),
  );
  const socket = await open();
  const post = (body: string, length = body.length) =>
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${body}`;
  socket.write(post("one") + post("two") + post("thr", 5));
  const bodies = bodiesOf(socket, 4);
  setImmediate(() => socket.write(`ee${post("four")}`));
  expect(await bodies).toEqual(["<one>", "<two>", "<three>", "<four>"]);
});

test("an answer that nobody reads holds up what is behind it, and only that", async () => {
  const large = new Uint8Array(8 * 1_048_576).fill(97);
  const { seen, open } = await serve(async (request) =>
    request.url.endsWith("/large") ? new PlainResponse(large) : echo(request),
  );
  const unread = await open();
  unread.pause();
  unread.write(get("/large").repeat(500));
  await expect.poll(() => seen.served).toEqual(["/large"]);
  const other = await open();
  other.write(get("/other").repeat(20));
  expect(await bodiesOf(other, 20)).toHaveLength(20);
  expect(seen.served.filter((path) => path === "/large")).toHaveLength(1);
});

test("connections with the most waiting are closed before all of them fill the memory", async () => {
  const { seen, server, open } = await serve(
    async ({ url }) =>
      new PlainResponse(url.endsWith("/large") ? new Uint8Array(4 * 1_048_576) : "<small>"),
    { waiting: 16 * 1_048_576 },
  );
  const modest = await open();
  modest.pause();
  modest.write(get("/small"));
  let connections = 1;
  server.on("connection", (socket) => {
    connections += 1;
    socket.once("close", () => {
      connections -= 1;
    });
  });
  for (const socket of await Promise.all(Array.from({ length: 12 }, open))) {
    socket.pause();
    socket.write(get("/large").repeat(200));
  }
  // At most 16 MB wait, of which each has a part of 4; what the system keeps for a connection does not count.
  await expect.poll(() => seen.running === 0 && connections < 13).toBe(true);
  modest.write(get("/small"));
  expect(await bodiesOf(modest, 2)).toHaveLength(2);
});

test("bodies that never end are counted too", async () => {
  const { seen, open } = await serve(
    async (request) => new PlainResponse(String((await readBody(request, 2_097_152)).length)),
    { waiting: 4_194_304 },
  );
  const body = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2000000\r\n\r\n${"x".repeat(1_500_000)}`;
  const all = await Promise.all(Array.from({ length: 6 }, open));
  const closed = all.map((socket) => once(socket, "close"));
  for (const socket of all) socket.resume().write(body);
  await Promise.any(closed);
  await expect.poll(() => seen.running).toBeLessThanOrEqual(3);
});

test("of a caller who hangs up, what waits is dropped", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { seen, open } = await serve(async () => {
    await promise;
    return new PlainResponse("<here>");
  });
  const socket = await open();
  socket.write(get("/x").repeat(50));
  await expect.poll(() => seen.arrived).toBe(50);
  socket.resetAndDestroy();
  await once(socket, "close");
  resolve();
  await expect.poll(() => seen.arrived).toBe(0);
  // That the caller has gone shows when an answer is written.
  expect(seen.served.length).toBeLessThan(4);
});
