import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openListener } from "#backend/tests/open-listener.ts";

const MOST = 4;

let listener: Awaited<ReturnType<typeof openListener>>;
let release: () => void;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  const upgrade = (_request: unknown, socket: { write(text: string): unknown }) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    return true;
  };
  const respond = async ({ url }: Request) => {
    if (url.endsWith("/slow")) await promise;
    return new Response("answered");
  };
  listener = await openListener(respond, { upgrade, connections: MOST });
});
afterEach(async () => {
  release();
  for (const socket of sockets) socket.destroy();
  await listener.close();
});

/** An idle connection; resolves once the server has accepted it. */
const open = async (): Promise<Socket> => {
  const taken = once(listener.server, "connection");
  const socket = connect(listener.port, "127.0.0.1");
  socket.on("error", () => {});
  sockets.push(socket);
  await taken;
  return socket;
};

const get = (socket: Socket, path: string, headers = ""): Promise<string> => {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
  return Promise.race([
    once(socket, "data").then(([bytes]) => String(bytes).slice(9, 12)),
    once(socket, "close").then(() => "closed"),
  ]);
};

const times = <T>(count: number, work: () => Promise<T>) =>
  Promise.all(Array.from(Array(count), work));

test("idle connections block no new ones: the oldest is closed", async () => {
  const oldest = await open();
  const closed = once(oldest, "close");
  for (let n = 1; n < MOST; n += 1) await open();
  const newcomer = await open();
  expect(await get(newcomer, "/healthz")).toBe("200");
  await closed;
  expect(sockets.filter(({ closed }) => closed)).toEqual([oldest]);
});

test("a connection that has just had a response is closed after those idle for longer", async () => {
  const active = await open();
  const idle = await open();
  expect(await get(active, "/healthz")).toBe("200");
  const closed = once(idle, "close");
  await times(MOST - 1, open);
  await closed;
  expect(await get(active, "/healthz")).toBe("200");
});

test("no running request, and no WebSocket, is cut off for a new connection", async () => {
  const webSocket = await open();
  expect(await get(webSocket, "/", "connection: Upgrade\r\nupgrade: websocket\r\n")).toBe("101");
  const slow = [];
  for (let n = 1; n < MOST; n += 1) {
    const received = once(listener.server, "request");
    slow.push(get(await open(), "/slow"));
    await received;
  }
  const newcomer = await open();
  expect(await get(newcomer, "/healthz")).toBe("closed");
  release();
  expect(await Promise.all(slow)).toEqual(["200", "200", "200"]);
  expect(webSocket.closed).toBe(false);
  expect(await get(await open(), "/healthz")).toBe("200");
});
