import path from "node:path";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";

const backend = perFile(() =>
  startTestBackend({
    project: path.join(import.meta.dirname, "fixtures/realtime"),
    configure: ({ realtime }) => {
      realtime.maxSocketsPerAddress = 2;
      realtime.maxSocketsPerAccount = 2;
    },
  }),
);

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

it("one account joins on as many sockets as the project allows, from anywhere, and others still join", async () => {
  const tokenOf = (sub: string) =>
    backend.tokens.sign({ sub, role: "authenticated", exp: Math.floor(Date.now() / 1000) + 3600 });
  const [own, others] = [await tokenOf(crypto.randomUUID()), await tokenOf(crypto.randomUUID())];
  const reply = (socket: WebSocket, event: string, payload: object) =>
    new Promise<{ status?: string; message?: string; response?: { reason?: string } }>(
      (resolve) => {
        socket.on("message", (data) => {
          const [, , , name, reply] = JSON.parse(String(data));
          if (name === (event === "phx_join" ? "phx_reply" : "system")) resolve(reply);
        });
        socket.send(JSON.stringify(["1", "1", "realtime:a", event, payload]));
      },
    );
  const join = (socket: WebSocket, access_token?: string) =>
    reply(socket, "phx_join", { config: {}, access_token });
  const sockets = await Promise.all([11, 12, 13, 14, 15].map((host) => open(`127.0.0.${host}`)));
  const [one, two, three, four, five] = sockets as [
    WebSocket,
    WebSocket,
    WebSocket,
    WebSocket,
    WebSocket,
  ];
  for (const socket of [one, two]) expect((await join(socket, own)).status).toBe("ok");
  // A socket counts once; a third is another.
  expect((await join(one, own)).status).toBe("ok");
  expect(await join(three, own)).toMatchObject({
    status: "error",
    response: { reason: "ConnectionRateLimitReached: Too many connected users" },
  });
  expect((await join(three, others)).status).toBe("ok");
  // Nor does a socket get around it by naming its person later.
  expect((await join(four)).status).toBe("ok");
  expect(await reply(four, "access_token", { access_token: own })).toMatchObject({
    status: "error",
    message: "Too many connected users",
  });
  one.close();
  await expect.poll(async () => (await join(five, own)).status).toBe("ok");
  for (const socket of [two, three, four, five]) socket.close();
});
