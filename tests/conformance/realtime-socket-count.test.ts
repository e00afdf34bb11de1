import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startTestBackend, type TestBackend } from "#tests/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({
    project: path.join(import.meta.dirname, "fixtures/realtime"),
    configure: ({ realtime }) => {
      realtime.maxSocketsPerAddress = 2;
    },
  });
});
afterAll(() => backend?.close());

/** A socket from an address of this machine's own network. */
const open = (localAddress: string) =>
  new Promise<WebSocket>((resolve, reject) => {
    const url = `${backend.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${backend.keys.anon}&vsn=2.0.0`;
    const socket = new WebSocket(url, { localAddress });
    socket.once("open", () => resolve(socket));
    socket.once("error", reject);
  });

it("one address has as many sockets as the project allows, and another its own", async () => {
  const [one, two] = [await open("127.0.0.1"), await open("127.0.0.1")];
  await expect(open("127.0.0.1")).rejects.toThrow("429");
  const other = await open("127.0.0.2");
  const closed = new Promise((resolve) => one.once("close", resolve));
  one.close();
  await closed;
  // The server may hear of it a moment later than we.
  await expect.poll(() => open("127.0.0.1").then((again) => again.close())).toBeUndefined();
  for (const socket of [two, other]) socket.close();
});
