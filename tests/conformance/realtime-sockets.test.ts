import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import {
  ADA,
  BEN,
  inbox,
  listen,
  options,
  type RealtimeWorld,
  startRealtimeWorld,
  subscribe,
} from "./realtime-world.ts";

let world: RealtimeWorld;
beforeAll(async () => {
  world = await startRealtimeWorld();
});
afterAll(() => world?.close());

/** A bare socket of the second version, for what the official client would never send. */
const bare = async (query = `apikey=${world.backend.keys.anon}&vsn=2.0.0`) => {
  const url = `${world.backend.url.replace("http", "ws")}/realtime/v1/websocket?${query}`;
  const socket = new WebSocket(url);
  const heard = inbox<[unknown, unknown, string, string, Record<string, unknown>]>();
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  socket.on("message", (data) => heard.put(JSON.parse(String(data))));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return {
    socket,
    heard,
    closed,
    say: (...frame: unknown[]) => socket.send(JSON.stringify(frame)),
  };
};

const join = (topic: string, config: object = {}, ref = "1") =>
  [ref, ref, topic, "phx_join", { config }] as const;

describe("a socket", () => {
  it("is opened by a key of ours only", async () => {
    await expect(bare("vsn=2.0.0")).rejects.toThrow("401");
    await expect(bare("apikey=nonsense")).rejects.toThrow("401");
    await expect(bare(`apikey=${world.backend.keys.anon}&vsn=9`)).rejects.toThrow("400");
    const exp = Math.floor(world.backend.clock.now() / 1000) + 60;
    const roleless = await world.backend.tokens.sign({ exp });
    await expect(bare(`apikey=${roleless}&vsn=2.0.0`)).rejects.toThrow("403");
    const { socket } = await bare(`apikey=${world.backend.keys.publishable}&vsn=2.0.0`);
    socket.close();
  });

  it("is answered its heartbeats, and the events that Phoenix knows", async () => {
    const { say, heard, socket } = await bare();
    say(null, "1", "phoenix", "heartbeat", {});
    say(...join("realtime:a"));
    say("1", "2", "realtime:a", "phx_leave", {});
    say("1", "3", "realtime:a", "broadcast", { event: "x" });
    say(...join("elsewhere"));
    say(...join("realtime:"));
    const ok = (response: unknown) => ({ status: "ok", response });
    expect((await heard.wait(7)).map(([, ref, , event, payload]) => [ref, event, payload])).toEqual(
      [
        ["1", "phx_reply", ok({})],
        ["1", "phx_reply", ok({ postgres_changes: [] })],
        ["2", "phx_reply", ok({})],
        ["1", "phx_close", {}],
        ["3", "phx_reply", { status: "error", response: { reason: "unmatched topic" } }],
        ["1", "phx_reply", { status: "error", response: { reason: "unmatched topic" } }],
        [
          "1",
          "phx_reply",
          {
            status: "error",
            response: { reason: "TopicNameRequired: You must provide a topic name" },
          },
        ],
      ],
    );
    socket.close();
  });

  it.each([
    ["no JSON", "{{{"],
    ["no frame", "[1,2,3]"],
    ["an object", "{}"],
    ["null", "null"],
    ["a topic that is no text", '["1","1",{},"phx_join",{}]'],
    ["a payload that is a list", '["1","1","realtime:a","phx_join",[]]'],
    ["no bytes", Buffer.alloc(0)],
    ["bytes of another kind", Buffer.from([9, 1, 2, 3, 4, 5, 6, 7])],
    ["bytes that end too early", Buffer.from([3, 200, 200, 200, 200, 200, 1])],
    ["bytes around no JSON", Buffer.from([3, 0, 0, 1, 1, 0, 1, 65, 65, 123])],
  ])("that sends %s is closed, and nobody else", async (_, frame) => {
    const other = await bare();
    const { socket, closed } = await bare();
    socket.send(frame);
    expect(await closed).toBe(1008);
    other.say(null, "1", "phoenix", "heartbeat", {});
    await other.heard.wait(1);
    other.socket.close();
  });

  it("that sends too large a frame is closed", async () => {
    const { socket, closed } = await bare();
    socket.send("x".repeat(1024 * 1024 + 1));
    expect(await closed).toBe(1009);
  });

  it("may put anything where a configuration is expected", async () => {
    const { heard, say, socket } = await bare();
    const odd = [null, 1, "x", [], { a: null }, { __proto__: null }];
    const configs = odd.flatMap((value) => [
      { broadcast: value, presence: value, postgres_changes: value, private: value },
      { postgres_changes: [value], presence: { key: value }, broadcast: { replay: value } },
    ]);
    for (const [index, config] of configs.entries())
      say(...join(`realtime:odd ${index}`, config, `${index}`));
    say("0", "e", "realtime:odd 0", "__proto__", {});
    say("0", "e", "realtime:odd 0", "constructor", {});
    say(null, "end", "phoenix", "heartbeat", {});
    for (let count = 1; ; count++) {
      const last = (await heard.wait(count)).at(count - 1);
      if (last?.[1] === "end") break;
    }
    socket.close();
  });

  it("hears of who is there when it says by which key, and of itself as it comes", async () => {
    const { heard, say, socket } = await bare();
    say(...join("realtime:keyed", { presence: { key: "ada" } }));
    say(...join("realtime:deaf", { presence: { key: "ada", enabled: false } }));
    const track = { type: "presence", event: "track", payload: { at: "desk" } };
    say("1", "2", "realtime:deaf", "presence", track);
    const frames = (await heard.wait(6)).map(([, , topic, event, payload]) => [
      topic,
      event,
      event === "presence_diff" ? Object.keys(payload.joins as object) : payload,
    ]);
    const ok = expect.objectContaining({ status: "ok" });
    expect(frames).toEqual([
      ["realtime:keyed", "phx_reply", ok],
      ["realtime:keyed", "presence_state", {}],
      ["realtime:deaf", "phx_reply", ok],
      ["realtime:deaf", "presence_state", {}],
      ["realtime:deaf", "presence_diff", ["ada"]],
      ["realtime:deaf", "phx_reply", ok],
    ]);
    socket.close();
  });

  it("has a bounded number of channels", async () => {
    const { heard, say, socket } = await bare();
    for (let number = 0; number <= 100; number++)
      say(...join(`realtime:${number}`, {}, `${number}`));
    const last = (await heard.wait(101)).at(-1);
    expect(last?.[4]).toEqual({
      status: "error",
      response: { reason: "ChannelRateLimitReached: Too many channels" },
    });
    socket.close();
  });

  it("that floods a channel is put out of it", async () => {
    const { heard, say, socket } = await bare();
    say(...join("realtime:flood"));
    await heard.wait(1);
    for (let number = 0; number < 400; number++)
      say("1", null, "realtime:flood", "broadcast", { event: "x", payload: {} });
    const [, system, close] = await heard.wait(3);
    expect(system?.[4]).toMatchObject({ status: "error", message: "Too many messages per second" });
    expect(close?.[3]).toBe("phx_close");
    socket.terminate();
  });

  it("that says nothing for a minute is let go", async () => {
    const { closed, say, heard } = await bare();
    const busy = await bare();
    say(null, "1", "phoenix", "heartbeat", {});
    await heard.wait(1);
    world.backend.clock.advance(50);
    busy.say(null, "1", "phoenix", "heartbeat", {});
    await busy.heard.wait(1);
    world.backend.clock.advance(20);
    expect(await closed).toBe(1006);
    expect(busy.socket.readyState).toBe(busy.socket.OPEN);
    busy.socket.close();
  });
});

describe("presence", () => {
  const person = async (topic: string, key: string, who: string | null = null, config = {}) => {
    const client = await world.client(who);
    const told = inbox<{ event: string; key?: string }>();
    const synced = inbox<Record<string, unknown>>();
    const channel = client.channel(topic, options({ presence: { key }, ...config }));
    for (const event of ["join", "leave"] as const)
      channel.on("presence", { event } as { event: "join" }, ({ key }) => told.put({ event, key }));
    channel.on("presence", { event: "sync" }, () => synced.put(channel.presenceState()));
    expect((await subscribe(channel)).status).toBe("SUBSCRIBED");
    return { client, channel, told, synced };
  };

  it("shows who is there, who comes, changes and goes, and who just vanishes", async () => {
    const ada = await person("lobby", "ada");
    expect(await ada.channel.track({ mood: "calm" })).toBe("ok");
    await ada.told.wait(1);
    const ben = await person("lobby", "ben");
    const [state] = await ben.synced.wait(1);
    expect(state).toEqual({ ada: [{ mood: "calm", presence_ref: expect.any(String) }] });
    await ben.channel.track({ n: 1 });
    await ada.told.wait(2);
    await ben.channel.track({ n: 2 });
    await ada.told.wait(4);
    expect(ada.channel.presenceState()).toMatchObject({ ben: [{ n: 2 }] });
    await ben.channel.untrack();
    await ada.told.wait(5);
    expect(Object.keys(ada.channel.presenceState())).toEqual(["ada"]);
    await ben.channel.track({ n: 3 });
    await ada.told.wait(6);
    await ben.client.realtime.disconnect();
    expect((await ada.told.wait(7)).at(-1)).toEqual({ event: "leave", key: "ben" });
  });

  it("of a private channel is shown and changed only as its policies say", async () => {
    const ada = await person(`user:${ADA}`, "ada", ADA, { private: true });
    expect(await ada.channel.track({ n: 1 })).toBe("ok");
    expect((await ada.told.wait(1))[0]).toEqual({ event: "join", key: "ada" });
    const ben = await person("team", "ben", BEN, { private: true });
    expect(await ben.channel.track({ n: 1 })).toBe("error");
    const again = await person("team", "ada", ADA, { private: true });
    expect(again.channel.presenceState()).toEqual({});
  });
});

describe("a token", () => {
  it("that expires ends its channels, and another in time keeps them", async () => {
    const lasting = await world.client(ADA, { token: await world.token(ADA, 30) });
    const ending = await world.client(BEN, { token: await world.token(BEN, 30) });
    const [kept, ended] = [inbox<unknown>(), inbox<unknown>()];
    const notes = { event: "*", schema: "public", table: "notes" } as const;
    const channel = lasting.channel("token").on("postgres_changes", notes, (p) => kept.put(p));
    await listen(channel);
    const said = inbox<Record<string, unknown>>();
    const other = ending
      .channel("token")
      .on("system", {}, (message) => said.put(message))
      .on("postgres_changes", notes, (p) => ended.put(p));
    await listen(other);
    const renewed = inbox<unknown>();
    channel.on("system", {}, (message) => renewed.put(message));
    await world.renew(lasting, await world.token(ADA, 7200));
    await renewed.wait(1);
    world.backend.clock.advance(31);
    await said.wait(2);
    expect(said.items.at(-1)).toMatchObject({
      extension: "system",
      status: "error",
      message: expect.stringMatching(/^Token has expired \d+ seconds ago$/),
    });
    const { db } = world.backend;
    await db.query("insert into notes (owner, title) values ($1, 'late'), ($2, 'late')", [
      ADA,
      BEN,
    ]);
    await kept.wait(1);
    expect(ended.items).toEqual([]);
  });

  it("that is none, or over, closes the channel that it is pushed to, and says why", async () => {
    const { heard, say, socket } = await bare();
    const over = await world.token(ADA, -10);
    const pushed = ["", "nonsense", over, "sb_publishable_x"];
    for (const [index, access_token] of pushed.entries()) {
      const topic = `realtime:pushed ${index}`;
      say(...join(topic));
      say("1", "2", topic, "access_token", { access_token });
    }
    const none = "The token provided is not a valid JWT";
    const frames = (await heard.wait(10)).map(([, , topic, event, payload]) => [
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

  it("of somebody else takes away what the first could read", async () => {
    const client = await world.client(ADA);
    const said = inbox<Record<string, unknown>>();
    const channel = client
      .channel(`user:${ADA}`, options({ private: true }))
      .on("system", {}, (message) => said.put(message));
    await subscribe(channel);
    await world.renew(client, await world.token(BEN));
    expect((await said.wait(1))[0]?.message).toBe(
      `You no longer have permission to read from this Channel topic: user:${ADA}`,
    );
  });

  it("that is none, or old, opens no channel", async () => {
    const { heard, say, socket } = await bare();
    const forged = `${(await world.token(ADA)).split(".").slice(0, 2).join(".")}.forged`;
    const bad = ["nonsense", forged, await world.token(ADA, -10)];
    for (const [index, access_token] of bad.entries())
      say("1", "1", `realtime:bad ${index}`, "phx_join", { config: {}, access_token });
    const reasons = (await heard.wait(3)).map(([, , , , { response }]) => response);
    expect(reasons).toEqual([
      { reason: "MalformedJWT: The token provided is not a valid JWT" },
      { reason: "MalformedJWT: The token provided is not a valid JWT" },
      { reason: "InvalidJWTToken: Token has expired" },
    ]);
    socket.close();
  });
});
