import { expect, test } from "vitest";
import { silentLog } from "#backend/core/log.ts";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import { key } from "./types.ts";
import { watchSchema } from "./watch-schema.ts";

const PUBLIC = { schemas: ["public"], extraSearchPath: [], maxRows: 0 };

const database = perFile(testDatabase);
const schema = perFile(() =>
  watchSchema(database.db, PUBLIC, silentLog, {
    onReload() {
      reloads += 1;
    },
    onInvalidate(tags) {
      invalidated.push(tags);
    },
  }),
);
let reloads = 0;
const invalidated: (readonly string[] | null)[] = [];

const knows = (name: string) => schema.current().tables.has(key("public", name));

test("a change of the schema is followed by itself, a temporary table is not", async () => {
  await database.db.query("create table public.one (id int)");
  await expect.poll(() => knows("one")).toBe(true);
  await database.db.query("drop table public.one");
  await expect.poll(() => knows("one")).toBe(false);
  const before = reloads;
  await database.db.query("create temporary table passing (id int)");
  await database.db.query("notify pgrst, 'something else'");
  await database.db.query("create table public.two (id int)");
  await expect.poll(() => knows("two")).toBe(true);
  expect(reloads - before).toBe(1);
});

test("PostgREST's notification reloads, also without event triggers", async () => {
  await database.db.query("drop event trigger pgrst_ddl_watch");
  await database.db.query("create table public.three (id int)");
  await database.db.query("notify pgrst, 'reload schema'");
  await expect.poll(() => knows("three")).toBe(true);
});

test("a burst of changes is read at most twice, and the last one counts", async () => {
  const before = reloads;
  await database.db.query("create table public.last (id int)");
  await Promise.all(Array.from({ length: 20 }, () => schema.reload()));
  expect(knows("last")).toBe(true);
  expect(reloads - before).toBeLessThanOrEqual(3);
});

test("cached responses end by their tags and with the schema, and tags reload nothing", async () => {
  const { db } = database;
  const notify = async (payload: string) => {
    const before = { reloads, length: invalidated.length };
    await db.query("select pg_notify('pgrst', $1)", [payload]);
    expect(await schema.caughtUp()).toBe(true);
    return [reloads - before.reloads, ...invalidated.slice(before.length)];
  };
  expect(await notify("invalidate directory listing:1")).toEqual([0, ["directory", "listing:1"]]);
  expect(await notify("invalidate")).toEqual([0, null]);
  expect(await notify("something else")).toEqual([0]);
  expect(await notify("invalidates")).toEqual([0]);
  expect((await notify("reload schema")).slice(1)).toEqual([null]);
});

test("a project's function is called for changes, from where its last result ended", async () => {
  const { db } = database;
  await db.query(`create table public.changes (id int generated always as identity, tag text);
    create function public.changes_since(since text, out upto text, out tags text[], out everything boolean)
    language sql stable as $$
      select coalesce(max(id), 0)::text, array_agg(tag order by id) filter (where id > since::int), since is null from public.changes
    $$`);
  const received: (readonly string[] | null)[] = [];
  const cache = {
    passesVisitors: false,
    ends: null,
    changes: "public.changes_since",
    relations: new Map(),
    functions: new Map(),
  };
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (event: string) => void warnings.push(event) };
  const watched = await perTest(
    watchSchema(db, { ...PUBLIC, cache }, log, {
      onReload() {},
      onInvalidate: (tags) => void received.push(tags),
    }),
  );
  const poll = async () => {
    expect(await watched.caughtUp()).toBe(true);
    return received.splice(0);
  };
  expect((await poll()).at(-1), "whatever was cached before the first answer").toBe(null);
  expect(await poll()).toEqual([]);
  await db.query("insert into public.changes (tag) values ('towns'), ('a b')");
  expect(await poll()).toEqual([["towns", "a b"]]);
  expect(await poll()).toEqual([]);
  await db.query("alter function public.changes_since(text) rename to changes_gone");
  for (let time = 0; time < 10; time++)
    expect(await watched.caughtUp(), "nothing is current that could not be asked").toBe(false);
  expect(warnings).toEqual(["rest.cache_changes_failed"]);
  await db.query("alter function public.changes_gone(text) rename to changes_since");
  expect(await poll()).toEqual([]);
  await db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'select upto%' and datname = current_database()",
  );
  await expect.poll(() => watched.caughtUp()).toBe(true);
  // Once for what may have been missed, and once because the next question is for everything.
  expect(received).toEqual([null, null]);
});
