import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { bareSocket, joining } from "./realtime-bare-socket.ts";
import {
  ADA,
  BEN,
  inbox,
  listen,
  options,
  startRealtimeWorld,
  subscribe,
} from "./realtime-world.ts";

const world = perFile(startRealtimeWorld);

describe("a token", () => {
  it("that expires ends its channels, and another in time keeps them", async () => {
    const lasting = await world.client(ADA, { token: await world.token(ADA, 30) });
    const ending = await world.client(BEN, { token: await world.token(BEN, 30) });
    const [staying, ended, renewed] = [inbox<unknown>(), inbox<unknown>(), inbox<unknown>()];
    const system = inbox<Record<string, unknown>>();
    const notes = { event: "*", schema: "public", table: "notes" } as const;
    const channel = lasting.channel("token").on("postgres_changes", notes, (p) => staying.put(p));
    await listen(channel);
    const other = ending
      .channel("token")
      .on("system", {}, (message) => system.put(message))
      .on("postgres_changes", notes, (p) => ended.put(p));
    await listen(other);
    channel.on("system", {}, (message) => renewed.put(message));
    await world.renew(lasting, await world.token(ADA, 7200));
    await renewed.wait(1);
    world.backend.clock.advance(31);
    await system.wait(2);
    expect(system.items.at(-1)).toMatchObject({
      extension: "system",
      status: "error",
      message: expect.stringMatching(/^Token has expired \d+ seconds ago$/),
    });
    for (const owner of [ADA, BEN]) await world.addNote(owner, "late");
    await staying.wait(1);
    expect(ended.items).toEqual([]);
  });

  it("that is invalid or expired closes the channel that it is pushed to, and explains why", async () => {
    const { received, say, socket } = await bareSocket(world.backend);
    const over = await world.token(ADA, -10);
    const pushed = ["", "nonsense", over, "sb_publishable_x"];
    for (const [index, access_token] of pushed.entries()) {
      const topic = `realtime:pushed ${index}`;
      say(...joining(topic));
      say("1", "2", topic, "access_token", { access_token });
    }
    const none = "The token provided is not a valid JWT";
    const frames = (await received.wait(10)).map(([, , topic, event, payload]) => [
      topic.slice(-1),
      event,
      payload.message,
    ]);
    const closed = (index: string, message: unknown) => [
      [index, "phx_reply", undefined],
      [index, "system", message],
      [index, "phx_close", undefined],
    ];
    expect(frames).toEqual([
      ...closed("0", none),
      ...closed("1", none),
      ...closed("2", expect.stringMatching(/^Token has expired \d+ seconds ago$/)),
      ["3", "phx_reply", undefined],
    ]);
    socket.close();
  });

  it("of another user takes away what the first could read", async () => {
    const client = await world.client(ADA);
    const system = inbox<Record<string, unknown>>();
    const channel = client
      .channel(`user:${ADA}`, options({ private: true }))
      .on("system", {}, (message) => system.put(message));
    await subscribe(channel);
    await world.renew(client, await world.token(BEN));
    expect((await system.wait(1))[0]?.message).toBe(
      `You do not have permissions to read from this Channel topic: user:${ADA}`,
    );
  });

  it("of a user who may read less ends the channel, unless it read nothing of what is denied", async () => {
    const join = async (presence: boolean) => {
      const client = await world.client(ADA);
      const system = inbox<Record<string, unknown>>();
      const channel = client
        .channel("crew", options({ private: true, presence: { enabled: presence } }))
        .on("system", {}, (message) => system.put(message))
        .on("broadcast", { event: "*" }, (message) => system.put(message));
      await subscribe(channel);
      await world.renew(client, await world.token(BEN));
      return { channel, system };
    };
    const [lost] = await (await join(true)).system.wait(1);
    expect(lost?.message).toBe(
      "You no longer have permission to read from this Channel topic: crew",
    );
    const staying = await join(false);
    // The reply comes after the token was checked.
    expect(await staying.channel.track({})).toBe("error");
    await world.backend.db.query("select realtime.send('{}', 'still here', 'crew', true)");
    expect((await staying.system.wait(1))[0]?.event).toBe("still here");
  });

  it("that is invalid or old opens no channel", async () => {
    const { received, say, socket } = await bareSocket(world.backend);
    const forged = `${(await world.token(ADA)).split(".").slice(0, 2).join(".")}.forged`;
    const bad = ["nonsense", forged, await world.token(ADA, -10)];
    for (const [index, access_token] of bad.entries())
      say("1", "1", `realtime:bad ${index}`, "phx_join", { config: {}, access_token });
    const reasons = (await received.wait(3)).map(([, , , , { response }]) => response);
    expect(reasons).toEqual([
      { reason: "MalformedJWT: The token provided is not a valid JWT" },
      { reason: "MalformedJWT: The token provided is not a valid JWT" },
      { reason: "InvalidJWTToken: Token has expired" },
    ]);
    socket.close();
  });
});
