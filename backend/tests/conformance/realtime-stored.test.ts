import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, BEN, startRealtimeWorld } from "./realtime-world.ts";

const world = perFile(startRealtimeWorld);

const bytesOf = (payload: unknown) => [...new Uint8Array(payload as ArrayBuffer)];

/** What a channel is replayed from the beginning of time. */
const everything = { private: true, broadcast: { replay: { since: 1, limit: 25 } } };
const acknowledged = { private: true, broadcast: { ack: true } };

const stored = (topic: string) =>
  world.backend.db.query(
    `select event, payload, encode(binary_payload, 'hex') as bytes, private, skip_broadcast as sent,
       round(extract(epoch from expires_at - inserted_at))::int as seconds
     from realtime.messages where topic = $1 order by inserted_at`,
    [topic],
  );

describe("bytes from SQL", () => {
  it("arrive as bytes, however many, and are replayed; clients that cannot read them get none", async () => {
    const { db } = world.backend;
    const topic = `journal:${BEN}`;
    const recent = await world.receive(topic, { private: true }, BEN);
    const old = await world.receive(topic, { private: true }, BEN, "1.0.0");
    const send = "select realtime.send_binary($1::bytea, $2, $3, true)";
    await db.query(send, ["\\xdeadbe00ff", "few", topic]);
    const many = "select realtime.send_binary(decode(repeat('00ff', 10000), 'hex'), $1, $2)";
    await db.query(many, ["many", topic]);
    await db.query(send, ["\\x00", "long".repeat(100), topic]);
    await db.query("select realtime.send('{}', 'text', $1, true)", [topic]);
    const [few, lots, text] = await recent.received.wait(3);
    expect(few).toMatchObject({ event: "few", meta: { id: expect.any(String) } });
    expect(bytesOf(few?.payload)).toEqual([0xde, 0xad, 0xbe, 0, 0xff]);
    expect(bytesOf(lots?.payload)).toHaveLength(20_000);
    expect(text?.event).toBe("text");
    expect((await old.received.wait(1)).map(({ event }) => event)).toEqual(["text"]);

    const later = await world.receive(topic, everything, BEN);
    const [again] = await later.received.wait(3);
    expect(again).toMatchObject({ event: "few", meta: { replayed: true, id: few?.meta?.id } });
    expect(bytesOf(again?.payload)).toEqual([0xde, 0xad, 0xbe, 0, 0xff]);
    const never = await world.receive(topic, everything, BEN, "1.0.0");
    expect((await never.received.wait(1)).map(({ event }) => event)).toEqual(["text"]);
  });
});

describe("a broadcast whose sender wants it stored", () => {
  it("reaches the others once, and is replayed until it expires", async () => {
    const topic = `journal:${ADA}`;
    const hearer = await world.receive(topic, { private: true }, ADA);
    const { channel, received } = await world.receive(topic, acknowledged, ADA);
    const send = (event: string, payload: unknown, persist: boolean | { ttl?: number }) =>
      channel.send({ type: "broadcast", event, payload, persist });
    expect(await send("kept", { n: 1 }, true)).toBe("ok");
    expect(await send("brief", { n: 2 }, { ttl: 60 })).toBe("ok");
    expect(await send("raw", Uint8Array.of(1, 255).buffer, { ttl: 60 })).toBe("ok");
    expect(await send("passing", { n: 3 }, false)).toBe("ok");
    const messages = await hearer.received.wait(4);
    expect(messages.map(({ event }) => event)).toEqual(["kept", "brief", "raw", "passing"]);
    expect(received.items).toEqual([]);
    const row = { payload: null, bytes: null, private: true, sent: true };
    expect(await stored(topic)).toEqual([
      { ...row, event: "kept", payload: { n: 1 }, seconds: 72 * 3600 },
      { ...row, event: "brief", payload: { n: 2 }, seconds: 60 },
      { ...row, event: "raw", bytes: "01ff", seconds: 60 },
    ]);

    await world.backend.db.query(
      "update realtime.messages set expires_at = now() at time zone 'utc' where event = 'brief'",
    );
    const later = await world.receive(topic, everything, ADA);
    expect((await later.received.wait(2)).map(({ event }) => event)).toEqual(["kept", "raw"]);
    expect(later.received.items[0]?.meta).toMatchObject({ replayed: true });
  });

  it("is sent in any case, and not stored where no policy allows it", async () => {
    const topic = `user:${ADA}`;
    const hearer = await world.receive(topic, { private: true }, ADA);
    const { channel } = await world.receive(topic, acknowledged, ADA);
    const message = { type: "broadcast", event: "said", payload: {}, persist: true } as const;
    expect(await channel.send(message)).toBe("ok");
    await hearer.received.wait(1);
    expect(await stored(topic)).toEqual([]);
  });

  it("gets the reason why it was not sent, where acknowledgements are on", async () => {
    const mine = await world.receive(`journal:${ADA}`, acknowledged, ADA);
    const send = (payload: unknown, persist: boolean | { ttl?: number }) =>
      mine.channel.send({ type: "broadcast", event: "e", payload, persist });
    for (const ttl of [0, -1, 1.5, 72 * 3600 + 1])
      expect(await send({}, { ttl })).toBe("invalid_persist_ttl");
    expect(await send({ long: "x".repeat(300_000) }, true)).toBe("payload_size_exceeded");
    const team = await world.receive("team", acknowledged, BEN);
    const denied = { type: "broadcast", event: "e", payload: {} } as const;
    expect(await team.channel.send({ ...denied, persist: true })).toBe("unauthorized");
    expect(await team.channel.send(denied)).toBe("error");
    expect(await stored("team")).toEqual([]);
  });
});
