import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, inbox, listen, startRealtimeWorld } from "./realtime-world.ts";

const world = perFile(startRealtimeWorld);

type Filter = { event: "*"; schema: string; table?: string; filter?: string; select?: string[] };

type Payload = Record<string, unknown> & {
  eventType: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
};

const sql = (text: string, values: unknown[] = []) => world.backend.db.query(text, values);

const addNote = async (owner: string, title: string, size: number | null = null) => {
  const [row] = await sql(
    "insert into notes (owner, title, size) values ($1, $2, $3) returning id",
    [owner, title, size],
  );
  return Number(row?.id);
};

/** Subscribes as somebody; returns what arrives, and the system message. */
const messages = async (who: string | null, wanted: Omit<Filter, "event"> & { event?: string }) => {
  const client = await world.client(who);
  const received = inbox<Payload>();
  const channel = client
    .channel(`heard ${crypto.randomUUID()}`)
    .on("postgres_changes", { event: "*", ...wanted } as Filter, (payload) =>
      received.put(payload as unknown as Payload),
    );
  const { status, message } = await listen(channel);
  return { client, channel, received, reply: `${status}: ${message}` };
};

const notes = { schema: "public", table: "notes" };
const titles = (payloads: Payload[]) => payloads.map(({ new: { title } }) => title);

describe("a subscription", () => {
  const unable = /^error: Unable to subscribe to changes with given parameters. Please check/;
  it("is refused where nothing could ever arrive", async () => {
    expect((await messages(null, notes)).reply).toMatch(unable);
    expect((await messages(ADA, { schema: "public", table: "unpublished" })).reply).toMatch(unable);
    expect((await messages(ADA, { schema: "auth", table: "users" })).reply).toMatch(unable);
    expect((await messages(ADA, { ...notes, select: ["id", "secret"] })).reply).toMatch(
      /invalid column for select secret/,
    );
  });

  it("sends a row once a policy allows it, and no longer when it does not", async () => {
    const { received } = await messages(null, { schema: "public", table: "boards" });
    const [row] = await sql(
      "insert into boards (name, open) values ('closed', false) returning id",
    );
    const set = (name: string, open: boolean) =>
      sql("update boards set name = $2, open = $3 where id = $1", [row?.id, name, open]);
    const other = (name: string) => sql("insert into boards (name) values ($1)", [name]);
    await set("still closed", false);
    await other("first");
    await received.wait(1);
    await set("opened", true);
    await received.wait(2);
    await set("closed again", false);
    await other("second");
    const seen = await received.wait(3);
    expect(seen.map((p) => p.new.name)).toEqual(["first", "opened", "second"]);
  });

  it("follows a revoked grant", async () => {
    const { received } = await messages(ADA, notes);
    await sql("revoke select (facts) on notes from authenticated");
    try {
      await addNote(ADA, "fewer");
      const other = await messages(ADA, notes);
      const id = await addNote(ADA, "fewer still");
      // The newer listener may still receive the row written just before it joined.
      for (const { items } of [other.received, received]) {
        await expect.poll(() => items.map(({ new: row }) => row.id)).toContain(id);
      }
      for (const { new: row } of [...other.received.items, ...received.items])
        expect(row).not.toHaveProperty("facts");
    } finally {
      await sql("grant select (facts) on notes to authenticated");
    }
  });

  it("survives a lost connection, and reports when changes are read again", async () => {
    const client = await world.client(ADA);
    const received = inbox<Payload>();
    const system = inbox<unknown>();
    const channel = client
      .channel("lost")
      .on("system", {}, (message) => system.put(message))
      .on("postgres_changes", { ...notes, event: "*" }, (p) => received.put(p as never));
    await listen(channel);
    await sql(
      "select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()",
    );
    await system.wait(2);
    await addNote(ADA, "found again");
    expect(titles(await received.wait(1))).toEqual(["found again"]);
  });

  it("of a large transaction has every row, in order", async () => {
    const { received } = await messages(ADA, notes);
    await sql(
      "insert into notes (owner, title, size) select $1, 'many', n from generate_series(1, 700) n",
      [ADA],
    );
    const all = await received.wait(700);
    expect(all.map(({ new: { size } }) => size)).toEqual(
      Array.from({ length: 700 }, (_, n) => n + 1),
    );
  });
});
