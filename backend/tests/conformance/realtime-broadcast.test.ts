import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, BEN, type RealtimeWorld, startRealtimeWorld } from "./realtime-world.ts";

const world = perFile(startRealtimeWorld);

const joined = (...about: Parameters<RealtimeWorld["receive"]>) => world.receive(...about);

describe("broadcast", () => {
  it("reaches the others and not the sender, in both versions of the protocol", async () => {
    const old = await joined("room", {}, null, "1.0.0");
    const recent = await joined("room");
    const elsewhere = await joined("another room");
    const same = { type: "broadcast", event: "cursor" };
    await recent.channel.send({ ...same, payload: { x: 1, name: "é" } } as never);
    expect(await old.received.wait(1)).toEqual([{ ...same, payload: { x: 1, name: "é" } }]);
    await old.channel.send({ ...same, payload: { x: 2 } } as never);
    expect(await recent.received.wait(1)).toEqual([{ ...same, payload: { x: 2 } }]);
    expect(old.received.items).toHaveLength(1);
    expect(elsewhere.received.items).toEqual([]);
  });

  it("returns to a sender who requested that, and is acknowledged", async () => {
    const { channel, received } = await joined("echo", { broadcast: { ack: true, self: true } });
    expect(await channel.send({ type: "broadcast", event: "e", payload: { a: 1 } })).toBe("ok");
    expect(await received.wait(1)).toEqual([{ type: "broadcast", event: "e", payload: { a: 1 } }]);
  });

  it("carries bytes between those who can read them", async () => {
    const [from, to, old] = [
      await joined("bytes"),
      await joined("bytes"),
      await joined("bytes", {}, null, "1.0.0"),
    ];
    const bytes = Uint8Array.from([0, 255, 10]).buffer;
    await from.channel.send({ type: "broadcast", event: "raw", payload: bytes } as never);
    await from.channel.send({ type: "broadcast", event: "text", payload: {} });
    const [raw] = await to.received.wait(2);
    expect(new Uint8Array(raw?.payload as ArrayBuffer)).toEqual(Uint8Array.from([0, 255, 10]));
    expect((await old.received.wait(1)).map(({ event }) => event)).toEqual(["text"]);
  });

  it("is sent over HTTP, one or many", async () => {
    const { received } = await joined("http");
    const sender = await world.client();
    const channel = sender.channel("http");
    expect(await channel.httpSend("one", { n: 1 })).toEqual({ success: true });
    const many = await world.backend.request("/realtime/v1/api/broadcast", {
      method: "POST",
      headers: { apikey: world.backend.keys.anon, "content-type": "application/json" },
      body: JSON.stringify({ messages: [{ topic: "http", event: "two", payload: { n: 2 } }] }),
    });
    expect(many.status).toBe(202);
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
    const { received } = await joined("sql");
    const { db } = world.backend;
    await expect(
      db.transaction(async (tx) => {
        await tx.query(`select realtime.send('{"n": 0}', 'never', 'sql', false)`);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    await db.query(`select realtime.send('{"n": 1}', 'news', 'sql', false)`);
    const long = "é".repeat(20_000);
    await db.query(
      `select realtime.send(jsonb_build_object('long', $1::text), 'long', 'sql', false)`,
      [long],
    );
    const [first, second] = await received.wait(2);
    expect(first).toMatchObject({ event: "news", payload: { n: 1, id: expect.any(String) } });
    expect(first?.meta).toEqual({ id: expect.any(String) });
    expect(second).toMatchObject({ event: "long", payload: { long } });
  });

  it("sends a row's change to a private channel", async () => {
    const { received, reply } = await joined("team", { private: true }, BEN);
    expect(reply).toEqual({ status: "SUBSCRIBED" });
    await world.backend.db.query("insert into boards (name) values ('plan')");
    const [message] = await received.wait(1);
    expect(message).toMatchObject({
      event: "INSERT",
      payload: {
        operation: "INSERT",
        schema: "public",
        table: "boards",
        record: { name: "plan" },
        old_record: null,
      },
    });
  });
});

describe("a private channel", () => {
  it("admits people whom its policies let read, and nobody else", async () => {
    const mine = await joined(`user:${ADA}`, { private: true }, ADA);
    expect(mine.reply).toEqual({ status: "SUBSCRIBED" });
    const refused = `Unauthorized: You do not have permissions to read from this Channel topic: user:${ADA}`;
    for (const who of [BEN, null]) {
      const other = await joined(`user:${ADA}`, { private: true }, who);
      expect(other.reply).toEqual({ status: "CHANNEL_ERROR", error: refused });
    }
    // The public channel of the same name is another one.
    const open = await joined(`user:${ADA}`, {}, BEN);
    expect(open.reply).toEqual({ status: "SUBSCRIBED" });
    const second = await joined(`user:${ADA}`, { private: true }, ADA);
    await second.channel.send({ type: "broadcast", event: "secret", payload: {} });
    expect((await mine.received.wait(1)).map(({ event }) => event)).toEqual(["secret"]);
    expect(open.received.items).toEqual([]);
    const rows = await world.backend.db.query(
      "select from realtime.messages where topic like 'user:%'",
    );
    expect(rows).toEqual([]);
  });

  it("belongs to nobody where its name is not valid text for the database", async () => {
    const send = async (path: string, body: object) =>
      (
        await world.backend.request(`/realtime/v1/api/broadcast${path}`, {
          method: "POST",
          headers: { apikey: world.backend.keys.anon, "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      ).status;
    expect(await send("/a%00/events/x?private=true", {})).toBe(403);
    const message = { topic: "a\0", event: "x", payload: {}, private: true };
    expect(await send("", { messages: [message] })).toBe(202);
  });

  it("accepts messages only from people whom its policies let write", async () => {
    const hearer = await joined("team", { private: true }, ADA);
    const talker = await joined("team", { private: true, broadcast: { self: true } }, BEN);
    await talker.channel.send({ type: "broadcast", event: "denied", payload: {} });
    const http = (private_: boolean, key: string) =>
      world.backend.request("/realtime/v1/api/broadcast", {
        method: "POST",
        headers: { apikey: key },
        body: JSON.stringify({
          messages: [{ topic: "team", event: "http", payload: {}, private: private_ }],
        }),
      });
    await http(true, world.backend.keys.anon);
    await http(false, world.backend.keys.anon);
    await http(true, world.backend.keys.serviceRole);
    expect((await hearer.received.wait(1)).map(({ event }) => event)).toEqual(["http"]);
    expect(await talker.received.wait(1)).toHaveLength(1);
    const single = await world.backend.request(
      "/realtime/v1/api/broadcast/team/events/x?private=true",
      {
        method: "POST",
        headers: { apikey: world.backend.keys.anon, "content-type": "application/json" },
        body: "{}",
      },
    );
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
    const { received } = await joined(
      "team",
      { private: true, broadcast: { replay: { since: Date.UTC(2026, 0, 1), limit: 25 } } },
      ADA,
    );
    const messages = await received.wait(3);
    const old = messages.filter(({ event }) => event === "old");
    expect(old.map(({ payload }) => payload)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(old[0]?.meta).toEqual({ replayed: true, id: expect.any(String) });
  });
});
