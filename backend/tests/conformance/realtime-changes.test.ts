import { describe, expect, it } from "vitest";
import { atEnd, perFile } from "#backend/tests/per-file.ts";
import { ADA, BEN, NOTES, startRealtimeWorld, titles } from "./realtime-world.ts";

const world = perFile(startRealtimeWorld);

describe("changes of tables", () => {
  it("arrive with the whole shape of the platform, without columns that are not granted", async () => {
    const { received: raw, system } = await world.changes(ADA, NOTES, "shape");
    expect(system.items[0]).toEqual({
      extension: "postgres_changes",
      status: "ok",
      message: "Subscribed to PostgreSQL",
      channel: "shape",
    });
    const [row] = await world.sql(
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
    await world.sql("update notes set title = 'new', secret = 'other' where id = $1", [id]);
    const [, update] = await raw.wait(2);
    await world.sql("delete from notes where id = $1", [id]);
    const [, , deleted] = await raw.wait(3);
    expect(update).toMatchObject({ eventType: "UPDATE", new: { id, title: "new" }, old: { id } });
    expect(update?.new).not.toHaveProperty("secret");
    expect(deleted).toMatchObject({ eventType: "DELETE", new: {} });
    expect(deleted?.old).toEqual({ id });
  });

  it("of another's rows never arrive", async () => {
    const ada = await world.changes(ADA, NOTES, "mine");
    const ben = await world.changes(BEN, { event: "INSERT", schema: "public" }, "mine");
    await world.addNote(BEN, "of Ben");
    await world.addNote(ADA, "of Ada");
    await world.addNote(BEN, "of Ben again");
    expect(titles(await ben.received.wait(2))).toEqual(["of Ben", "of Ben again"]);
    expect(titles(await ada.received.wait(1))).toEqual(["of Ada"]);
  });
});

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
        ...(await world.changes(ADA, { ...NOTES, filter })),
      })),
    );
    const all = await world.changes(ADA, NOTES);
    for (const [title, size] of [
      ["one", 1],
      ["five", 5],
      ["nine", 9],
      ["la,st", 10],
    ] as const) {
      await world.addNote(BEN, title, size);
      await world.addNote(ADA, title, size);
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
    expect((await world.changes(ADA, { ...NOTES, filter })).reply).toMatch(says);
  });

  it("is refused with an operator that the project denies to the role, also negated", async () => {
    const { roles } = world.backend.core.project.config.api;
    const boards = { schema: "public", table: "boards" };
    roles.anon = { statementTimeout: null, deniedOperators: ["match", "imatch"] };
    const match = (filter: string) => world.changes(null, { ...boards, filter });
    atEnd(() => delete roles.anon);
    for (const filter of ["name=match.a", "open=is.true,name=not.imatch.^(.+)(.+)\\1"]) {
      const denied = /the operator i?match is not available to this role/;
      expect((await match(filter)).reply).toMatch(denied);
      expect((await world.changes(ADA, { ...boards, filter })).reply).toMatch(/^ok/);
    }
    expect((await match("name=like.a%")).reply).toMatch(/^ok/);
  });
});

describe("a subscription", () => {
  const unable = /^error: Unable to subscribe to changes with given parameters. Please check/;
  it("is refused where nothing could ever arrive", async () => {
    const refuses = async (
      who: string | null,
      wanted: Parameters<typeof world.changes>[1],
      why = unable,
    ) => expect((await world.changes(who, wanted)).reply).toMatch(why);
    await refuses(null, NOTES);
    await refuses(ADA, { schema: "public", table: "unpublished" });
    await refuses(ADA, { schema: "auth", table: "users" });
    const secret = { ...NOTES, select: ["id", "secret"] };
    await refuses(ADA, secret, /invalid column for select secret/);
  });

  it("sends a row once a policy allows it, and no longer when it does not", async () => {
    const { received } = await world.changes(null, { schema: "public", table: "boards" });
    const [row] = await world.sql(
      "insert into boards (name, open) values ('closed', false) returning id",
    );
    const set = (name: string, open: boolean) =>
      world.sql("update boards set name = $2, open = $3 where id = $1", [row?.id, name, open]);
    const other = (name: string) => world.sql("insert into boards (name) values ($1)", [name]);
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
    const { received } = await world.changes(ADA, NOTES);
    atEnd(() => world.sql("grant select (facts) on notes to authenticated"));
    await world.sql("revoke select (facts) on notes from authenticated");
    await world.addNote(ADA, "fewer");
    const other = await world.changes(ADA, NOTES);
    const id = await world.addNote(ADA, "fewer still");
    // The newer listener may still receive the row written just before it joined.
    for (const { items } of [other.received, received])
      await expect.poll(() => items.map(({ new: row }) => row.id)).toContain(id);
    for (const { new: row } of [...other.received.items, ...received.items])
      expect(row).not.toHaveProperty("facts");
  });

  it("survives a lost connection, and reports when changes are read again", async () => {
    const { received, system } = await world.changes(ADA, NOTES);
    await world.sql(
      "select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()",
    );
    await system.wait(2);
    await world.addNote(ADA, "found again");
    expect(titles(await received.wait(1))).toEqual(["found again"]);
  });

  it("of a large transaction has every row, in order", async () => {
    const { received } = await world.changes(ADA, NOTES);
    await world.sql(
      "insert into notes (owner, title, size) select $1, 'many', n from generate_series(1, 700) n",
      [ADA],
    );
    const sizes = (await received.wait(700)).map(({ new: { size } }) => size);
    expect(sizes).toEqual(Array.from({ length: 700 }, (_, n) => n + 1));
  });
});
