import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, BEN, inbox, listen, startRealtimeWorld } from "./realtime-world.ts";

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
    const [, , deleted] = await raw.wait(3);
    expect(update).toMatchObject({ eventType: "UPDATE", new: { id, title: "new" }, old: { id } });
    expect(update?.new).not.toHaveProperty("secret");
    expect(deleted).toMatchObject({ eventType: "DELETE", new: {} });
    expect(deleted?.old).toEqual({ id });
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

describe("a filter", () => {
  const expected: [filter: string, titles: string[]][] = [
    ["size=eq.5", ["five"]],
    ["size=neq.5", ["one", "nine", "la,st"]],
    ["size=lt.5", ["one"]],
    ["size=lte.5", ["one", "five"]],
    ["size=gt.5", ["nine", "la,st"]],
    ["size=gte.9", ["nine", "la,st"]],
    ["size=in.(1,9)", ["one", "nine"]],
    ["title=in.(one,five,nine)", ["one", "five", "nine"]],
    ['title=in.("la,st")', ["la,st"]],
    ['title=eq."la,st"', ["la,st"]],
    ["size=not.eq.5", ["one", "nine", "la,st"]],
    ["size=gt.1,title=like.*i%", []],
    ["size=gt.1,title=like.%i%", ["five", "nine"]],
    ["title=imatch.^N", ["nine"]],
    ["facts=is.null", ["one", "five", "nine", "la,st"]],
    ["made_at=gt.2025-12-31", ["one", "five", "nine", "la,st"]],
    [`owner=eq.${ADA.toUpperCase()}`, ["one", "five", "nine", "la,st"]],
    [`owner=eq.${BEN}`, []],
  ];

  it("passes PostgreSQL's changes of the user's own rows", async () => {
    const ears = await Promise.all(
      expected.map(async ([filter]) => ({
        filter,
        ...(await messages(ADA, { ...notes, filter })),
      })),
    );
    const all = await messages(ADA, notes);
    for (const [title, size] of [
      ["one", 1],
      ["five", 5],
      ["nine", 9],
      ["la,st", 10],
    ] as const) {
      await addNote(BEN, title, size);
      await addNote(ADA, title, size);
    }
    await all.received.wait(4);
    const got: [string, unknown[]][] = [];
    for (const [index, { filter, received }] of ears.entries())
      got.push([filter, titles(await received.wait(expected[index]?.[1].length ?? 0))]);
    expect(got).toEqual(expected);
  });

  const refused: [filter: string, says: RegExp][] = [
    ["secret=eq.hidden", /invalid column for filter secret/],
    ["nothing=eq.1", /invalid column for filter nothing/],
    ["size=eq.many", /invalid input syntax for type integer/],
    ["size=foo.1", /Error parsing `filter` params: \["foo", "1"\]/],
    ["size=in.1", /wrapped by parentheses/],
    ["size=eq.1,", /empty segments/],
    ["undefined", /Error parsing `filter` params/],
    ["title=match.(", /invalid regular expression/],
    ["size=is.true; drop table notes", /must be null, true, false or unknown/],
    ["size) or (true=eq.1", /invalid column/],
    ["x".repeat(1001), /longer than/],
  ];
  it.each(refused)("is refused with the reason: %s", async (filter, says) => {
    expect((await messages(ADA, { ...notes, filter })).reply).toMatch(says);
  });

  it("is refused with an operator that the project denies to the role, also negated", async () => {
    const { roles } = world.backend.core.project.config.api;
    const boards = { schema: "public", table: "boards" };
    roles.anon = { statementTimeout: null, deniedOperators: ["match", "imatch"] };
    try {
      for (const filter of ["name=match.a", "open=is.true,name=not.imatch.^(.+)(.+)\\1"]) {
        expect((await messages(null, { ...boards, filter })).reply).toMatch(
          /the operator i?match is not available to this role/,
        );
        expect((await messages(ADA, { ...boards, filter })).reply).toMatch(/^ok/);
      }
      expect((await messages(null, { ...boards, filter: "name=like.a%" })).reply).toMatch(/^ok/);
    } finally {
      delete roles.anon;
    }
  });
});
