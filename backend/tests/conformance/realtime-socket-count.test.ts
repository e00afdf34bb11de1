import { expect, it } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { bareSocket } from "./realtime-bare-socket.ts";
import { REALTIME_PROJECT } from "./realtime-world.ts";

const backend = perFile(() =>
  startTestBackend({
    project: REALTIME_PROJECT,
    configure: ({ realtime }) =>
      void Object.assign(realtime, { maxSocketsPerAddress: 2, maxSocketsPerAccount: 2 }),
  }),
);

/** A socket from an address of this machine's own network. */
const open = (localAddress: string) => bareSocket(backend, { localAddress });
type Bare = Awaited<ReturnType<typeof open>>;

it("one address has as many sockets as the project allows, and another its own", async () => {
  const [one, two] = [await open("127.0.0.1"), await open("127.0.0.1")];
  await expect(open("127.0.0.1")).rejects.toThrow("429");
  const other = await open("127.0.0.2");
  one.socket.close();
  await one.closed;
  // The server may hear of it a moment later than we.
  await expect.poll(() => open("127.0.0.1").then((again) => again.socket.close())).toBeUndefined();
  for (const { socket } of [two, other]) socket.close();
});

it("one account joins on as many sockets as the project allows, from anywhere, and others still join", async () => {
  const tokenOf = (sub: string) =>
    backend.tokens.sign({ sub, role: "authenticated", exp: Math.floor(Date.now() / 1000) + 3600 });
  const [own, others] = [await tokenOf(crypto.randomUUID()), await tokenOf(crypto.randomUUID())];
  /** Says it, and gives the newest response of that kind. */
  const reply = async ({ say, received }: Bare, event: string, payload: object) => {
    const kind = event === "phx_join" ? "phx_reply" : "system";
    const of = () => received.items.filter(([, , , name]) => name === kind);
    const before = of().length;
    say("1", "1", "realtime:a", event, payload);
    await expect.poll(() => of().length).toBeGreaterThan(before);
    return of().at(-1)?.[4];
  };
  const join = (bare: Bare, access_token?: string) =>
    reply(bare, "phx_join", { config: {}, access_token });
  const sockets = await Promise.all([11, 12, 13, 14, 15].map((host) => open(`127.0.0.${host}`)));
  const [one, two, three, four, five] = sockets as [Bare, Bare, Bare, Bare, Bare];
  const ok = { status: "ok" };
  for (const bare of [one, two]) expect(await join(bare, own)).toMatchObject(ok);
  // A socket counts once; a third is another.
  expect(await join(one, own)).toMatchObject(ok);
  expect(await join(three, own)).toMatchObject({
    status: "error",
    response: { reason: "ConnectionRateLimitReached: Too many connected users" },
  });
  expect(await join(three, others)).toMatchObject(ok);
  // Nor does a socket get around it by naming its person later.
  expect(await join(four)).toMatchObject(ok);
  expect(await reply(four, "access_token", { access_token: own })).toMatchObject({
    status: "error",
    message: "Too many connected users",
  });
  one.socket.close();
  await expect.poll(() => join(five, own)).toMatchObject(ok);
  for (const { socket } of [two, three, four, five]) socket.close();
});
