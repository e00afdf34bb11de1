import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ADA,
  BEN,
  inbox,
  listen,
  type RealtimeWorld,
  startRealtimeWorld,
} from "./realtime-world.ts";

let world: RealtimeWorld;
beforeAll(async () => {
  world = await startRealtimeWorld();
});
afterAll(() => world?.close());

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

describe("changes of tables", () => {
  it("arrive with the whole shape of the platform, without columns that are not granted", async () => {
    const client = await world.client(ADA);
    const raw = inbox<Payload>();
    const channel = client
      .channel("shape")
      .on("postgres_changes", { event: "*", schema: "public", table: "notes" }, (payload) =>
        raw.put(payload as unknown as Payload),
      );
    expect(await listen(channel)).toEqual({
      extension: "postgres_changes",
      status: "ok",
      message: "Subscribed to PostgreSQL",
      channel: "shape",
    });
    const [row] = await sql(
      `insert into notes (owner, title, size, tags, facts)
       values ($1, 'O''Hara "x"', 3, '{a,"b c"}', '{"deep": [1, null]}') returning id`,
      [ADA],
    );
    const id = Number(row?.id);
    const [insert] = await raw.wait(1);
    expect(insert).toEqual({
      schema: "public",
      table: "notes",
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      eventType: "INSERT",
      new: {
        id,
        owner: ADA,
        title: 'O\'Hara "x"',
        size: 3,
        tags: ["a", "b c"],
        facts: { deep: [1, null] },
        made_at: "2026-01-02T03:04:05+00:00",
      },
      old: {},
      errors: null,
    });
    await sql("update notes set title = 'new', secret = 'other' where id = $1", [id]);
    const [, update] = await raw.wait(2);
    await sql("delete from notes where id = $1", [id]);
    const [, , gone] = await raw.wait(3);
    expect(update).toMatchObject({ eventType: "UPDATE", new: { id, title: "new" }, old: { id } });
    expect(update?.new).not.toHaveProperty("secret");
    expect(gone).toMatchObject({ eventType: "DELETE", new: {} });
    expect(gone?.old).toEqual({ id });
  });

  it("of another's rows never arrive", async () => {
    const [ada, ben] = [await world.client(ADA), await world.client(BEN)];
    const [forAda, forBen] = [inbox<Payload>(), inbox<Payload>()];
    const all = { event: "*", schema: "public", table: "notes" } as const;
    const table = { event: "INSERT", schema: "public" } as const;
    await listen(ada.channel("mine").on("postgres_changes", all, (p) => forAda.put(p as never)));
    await listen(ben.channel("mine").on("postgres_changes", table, (p) => forBen.put(p as never)));
    await addNote(BEN, "of Ben");
    await addNote(ADA, "of Ada");
    await addNote(BEN, "of Ben again");
    expect((await forBen.wait(2)).map((p) => p.new.title)).toEqual(["of Ben", "of Ben again"]);
    expect((await forAda.wait(1)).map((p) => p.new.title)).toEqual(["of Ada"]);
  });
});
