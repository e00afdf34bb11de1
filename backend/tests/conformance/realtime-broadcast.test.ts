import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, BEN, inbox, options, startRealtimeWorld, subscribe } from "./realtime-world.ts";

const world = perFile(startRealtimeWorld);

describe("broadcast", () => {
  it("reaches the others and not the sender, in both versions of the protocol", async () => {
    const old = await world.receive("room", {}, null, "1.0.0");
    const recent = await world.receive("room");
    const elsewhere = await world.receive("another room");
    const same = { type: "broadcast", event: "cursor" };
    await recent.channel.send({ ...same, payload: { x: 1, name: "é" } } as never);
    expect(await old.received.wait(1)).toEqual([{ ...same, payload: { x: 1, name: "é" } }]);
    await old.channel.send({ ...same, payload: { x: 2 } } as never);
    expect(await recent.received.wait(1)).toEqual([{ ...same, payload: { x: 2 } }]);
    expect(old.received.items).toHaveLength(1);
    expect(elsewhere.received.items).toEqual([]);
  });

  it("returns to a sender who requested that, and is acknowledged", async () => {
    const { channel, received } = await world.receive("echo", {
      broadcast: { ack: true, self: true },
    });
    expect(await channel.send({ type: "broadcast", event: "e", payload: { a: 1 } })).toBe("ok");
    expect(await received.wait(1)).toEqual([{ type: "broadcast", event: "e", payload: { a: 1 } }]);
  });

  it("carries bytes between those who can read them", async () => {
    const [from, to, old] = [
      await world.receive("bytes"),
      await world.receive("bytes"),
      await world.receive("bytes", {}, null, "1.0.0"),
    ];
    const bytes = Uint8Array.from([0, 255, 10]).buffer;
    await from.channel.send({ type: "broadcast", event: "raw", payload: bytes } as never);
    await from.channel.send({ type: "broadcast", event: "text", payload: {} });
    const [raw] = await to.received.wait(2);
    expect(new Uint8Array(raw?.payload as ArrayBuffer)).toEqual(Uint8Array.from([0, 255, 10]));
    expect((await old.received.wait(1)).map(({ event }) => event)).toEqual(["text"]);
  });

  it("is sent over HTTP, one or many", async () => {
    const { received } = await world.receive("http");
    const sender = await world.client();
    const channel = sender.channel("http");
    expect(await channel.httpSend("one", { n: 1 })).toEqual({ success: true });
    const messages = [{ topic: "http", event: "two", payload: { n: 2 } }];
    expect((await world.post("", { messages })).status).toBe(202);
    expect((await received.wait(2)).map(({ event, payload }) => [event, payload])).toEqual([
      ["one", { n: 1 }],
      ["two", { n: 2 }],
    ]);
  });

  it("over HTTP is refused without a key, with the reason", async () => {
    const post = (body: string, headers: Record<string, string>) =>
      world.backend.request("/realtime/v1/api/broadcast", { method: "POST", headers, body });
    const key = { apikey: world.backend.keys.anon };
    expect((await post("{}", {})).status).toBe(401);
    expect((await post("{}", { apikey: "nonsense" })).status).toBe(401);
    expect((await post("{", key)).status).toBe(422);
    expect((await post('{"messages":[{"topic":"a"}]}', key)).status).toBe(422);
  });
});

describe("a message from SQL", () => {
  it("arrives when its transaction commits, and never when it rolls back", async () => {
    const { received } = await world.receive("sql");
    const { db } = world.backend;
    await expect(
      db.transaction(async (tx) => {
        await tx.query(`select realtime.send('{"n": 0}', 'never', 'sql', false)`);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    await db.query(`select realtime.send('{"n": 1}', 'news', 'sql', false)`);
    const long = "é".repeat(20_000);
    const longer = `select realtime.send(jsonb_build_object('long', $1::text), 'long', 'sql', false)`;
    await db.query(longer, [long]);
    const [first, second] = await received.wait(2);
    expect(first).toMatchObject({ event: "news", payload: { n: 1, id: expect.any(String) } });
    expect(first?.meta).toEqual({ id: expect.any(String) });
    expect(second).toMatchObject({ event: "long", payload: { long } });
  });

  it("sends a row's change to a private channel", async () => {
    const { received, reply } = await world.receive("team", { private: true }, BEN);
    expect(reply).toEqual({ status: "SUBSCRIBED" });
    await world.backend.db.query("insert into boards (name) values ('plan')");
    const [message] = await received.wait(1);
    expect(message?.event).toBe("INSERT");
    const table = { operation: "INSERT", schema: "public", table: "boards" };
    const change = { ...table, record: { name: "plan" }, old_record: null };
    expect(message?.payload).toMatchObject(change);
  });
});

describe("a private channel", () => {
  it("admits people whom its policies let read, and nobody else", async () => {
    const mine = await world.receive(`user:${ADA}`, { private: true }, ADA);
    expect(mine.reply).toEqual({ status: "SUBSCRIBED" });
    const refused = `Unauthorized: You do not have permissions to read from this Channel topic: user:${ADA}`;
    for (const who of [BEN, null]) {
      const other = await world.receive(`user:${ADA}`, { private: true }, who);
      expect(other.reply).toEqual({ status: "CHANNEL_ERROR", error: refused });
    }
    // The public channel of the same name is another one.
    const open = await world.receive(`user:${ADA}`, {}, BEN);
    expect(open.reply).toEqual({ status: "SUBSCRIBED" });
    const second = await world.receive(`user:${ADA}`, { private: true }, ADA);
    await second.channel.send({ type: "broadcast", event: "secret", payload: {} });
    expect((await mine.received.wait(1)).map(({ event }) => event)).toEqual(["secret"]);
    expect(open.received.items).toEqual([]);
    const sql = "select from realtime.messages where topic like 'user:%'";
    expect(await world.sql(sql)).toEqual([]);
  });

  it("belongs to nobody where its name is not valid text for the database", async () => {
    const send = async (path: string, body: object) => (await world.post(path, body)).status;
    expect(await send("/a%00/events/x?private=true", {})).toBe(403);
    const message = { topic: "a\0", event: "x", payload: {}, private: true };
    expect(await send("", { messages: [message] })).toBe(202);
  });

  it("accepts messages only from people whom its policies let write", async () => {
    const hearer = await world.receive("team", { private: true }, ADA);
    const talker = await world.receive("team", { private: true, broadcast: { self: true } }, BEN);
    await talker.channel.send({ type: "broadcast", event: "denied", payload: {} });
    const http = (isPrivate: boolean, key: string) => {
      const message = { topic: "team", event: "http", payload: {}, private: isPrivate };
      return world.post("", { messages: [message] }, key);
    };
    await http(true, world.backend.keys.anon);
    await http(false, world.backend.keys.anon);
    await http(true, world.backend.keys.serviceRole);
    expect((await hearer.received.wait(1)).map(({ event }) => event)).toEqual(["http"]);
    expect(await talker.received.wait(1)).toHaveLength(1);
    const single = await world.post("/team/events/x?private=true", {});
    expect(single.status).toBe(403);
  });

  it("replays what was sent before", async () => {
    const { db } = world.backend;
    for (const n of [1, 2, 3])
      await db.query(
        `insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
         values ('team', 'broadcast', 'old', jsonb_build_object('n', $1::int), true,
           '2026-01-01'::timestamp + make_interval(mins => $1))`,
        [n],
      );
    const replay = { since: Date.UTC(2026, 0, 1), limit: 25 };
    const { received } = await world.receive("team", { private: true, broadcast: { replay } }, ADA);
    const messages = await received.wait(3);
    const old = messages.filter(({ event }) => event === "old");
    expect(old.map(({ payload }) => payload)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(old[0]?.meta).toEqual({ replayed: true, id: expect.any(String) });
  });
});

describe("presence", () => {
  const person = async (topic: string, key: string, who: string | null = null, config = {}) => {
    const client = await world.client(who);
    const received = inbox<{ event: string; key?: string }>();
    const synced = inbox<Record<string, unknown>>();
    const channel = client.channel(topic, options({ presence: { key }, ...config }));
    for (const event of ["join", "leave"] as const)
      channel.on("presence", { event } as { event: "join" }, ({ key }) =>
        received.put({ event, key }),
      );
    channel.on("presence", { event: "sync" }, () => synced.put(channel.presenceState()));
    expect((await subscribe(channel)).status).toBe("SUBSCRIBED");
    return { client, channel, received, synced };
  };

  it("shows who is present, joins, changes and leaves, and who just vanishes", async () => {
    const ada = await person("lobby", "ada");
    expect(await ada.channel.track({ mood: "calm" })).toBe("ok");
    await ada.received.wait(1);
    const ben = await person("lobby", "ben");
    const [state] = await ben.synced.wait(1);
    expect(state).toEqual({ ada: [{ mood: "calm", presence_ref: expect.any(String) }] });
    await ben.channel.track({ n: 1 });
    await ada.received.wait(2);
    await ben.channel.track({ n: 2 });
    await ada.received.wait(4);
    expect(ada.channel.presenceState()).toMatchObject({ ben: [{ n: 2 }] });
    await ben.channel.untrack();
    await ada.received.wait(5);
    expect(Object.keys(ada.channel.presenceState())).toEqual(["ada"]);
    await ben.channel.track({ n: 3 });
    await ada.received.wait(6);
    await ben.client.realtime.disconnect();
    expect((await ada.received.wait(7)).at(-1)).toEqual({ event: "leave", key: "ben" });
  });

  it("of a private channel is shown and changed only as its policies say", async () => {
    const ada = await person(`user:${ADA}`, "ada", ADA, { private: true });
    expect(await ada.channel.track({ n: 1 })).toBe("ok");
    expect((await ada.received.wait(1))[0]).toEqual({ event: "join", key: "ada" });
    const ben = await person("team", "ben", BEN, { private: true });
    expect(await ben.channel.track({ n: 1 })).toBe("error");
    const again = await person("team", "ada", ADA, { private: true });
    expect(again.channel.presenceState()).toEqual({});
  });
});
