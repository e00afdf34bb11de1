import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Queryable } from "#backend/core/database/database.ts";
import { MIGRATION_LOCK } from "#backend/core/database/migrate.ts";
import { silentLog } from "#backend/core/log.ts";
import { loadProject } from "#backend/core/project/project.ts";
import { bareDatabase } from "#backend/tests/database.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { migrateBackend } from "./migrate-backend.ts";

let folder: string;
let database: Awaited<ReturnType<typeof bareDatabase>>;

const write = (release: string, name: string, sql: string) =>
  writeFiles(path.join(folder, release), { [`migrations/${name}`]: sql });
const start = (release: string) =>
  migrateBackend(database.db, loadProject(path.join(folder, release), {}), silentLog);

beforeEach(async () => {
  folder = newFolder("upgrade-");
  database = await perTest(bareDatabase());
  for (const release of ["old", "new"]) {
    writeFiles(path.join(folder, release), { "config.toml": "" });
    write(release, "1_notes.sql", "create table public.notes (words text not null);");
  }
  await start("old");
  await database.db.query("insert into public.notes values ('kept')");
});

test("a release whose last migration fails changes nothing, and the previous release starts", async () => {
  write("new", "2_rename.sql", "alter table public.notes rename words to body;");
  write("new", "3_broken.sql", "alter table public.nowhere add id int;");
  await expect(start("new")).rejects.toThrow("3_broken.sql");
  expect(await database.db.query("select words from public.notes")).toEqual([{ words: "kept" }]);
  await start("old");
  expect(
    await database.db.query("select version from supabase_migrations.schema_migrations"),
  ).toEqual([{ version: "1" }]);
  write("new", "3_broken.sql", "alter table public.notes add id int;");
  await start("new");
  expect(await database.db.query("select body, id from public.notes")).toEqual([
    { body: "kept", id: null },
  ]);
});

test("files that need a commit between them are applied one by one", async () => {
  write("new", "2_enum.sql", "create type public.mood as enum ('happy');");
  await start("new");
  write("new", "3_value.sql", "alter type public.mood add value 'sad';");
  write("new", "4_use.sql", "create table public.moods (mood public.mood default 'sad');");
  await start("new");
  await database.db.query("insert into public.moods default values");
  expect(await database.db.query("select mood::text from public.moods")).toEqual([{ mood: "sad" }]);
});

/** Waits until so many transactions wait for the lock of migrations. */
const waiting = (count: number) =>
  expect
    .poll(() =>
      database.db.query(
        `select from pg_catalog.pg_locks
          where locktype = 'advisory' and not granted
            and database = (select oid from pg_catalog.pg_database where datname = current_database())`,
      ),
    )
    .toHaveLength(count);

test("a first start continues where another process made the ledger while it waited", async () => {
  await database.db.query("drop schema supabase_migrations cascade; drop table public.notes");
  const [ready, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locked = (work: (tx: Queryable) => Promise<unknown>) =>
    database.db.transaction(async (tx) => {
      await tx.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
      await work(tx);
    });
  const before = locked(async () => {
    ready.resolve();
    await finish.promise;
  });
  await ready.promise;
  const started = start("old");
  await waiting(1);
  // Next in the queue, after the start has prepared the database and looked for the ledger.
  const other = locked(async (tx) => {
    await waiting(1);
    await tx.query("create schema supabase_migrations");
  });
  await waiting(2);
  finish.resolve();
  await Promise.all([before, other, started]);
  expect(
    await database.db.query("select version from supabase_migrations.schema_migrations"),
  ).toEqual([{ version: "1" }]);
});
