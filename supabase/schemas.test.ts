import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { silentLog } from "#backend/core/log.ts";
import { migrateBackend } from "#backend/migrate-backend.ts";
import { bareDatabase, testDatabase } from "#backend/tests/database.ts";
import { schemaFiles, schemasSql } from "#server/baseline.ts";
import { catalogueOf } from "#tests/catalogue.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

test("config.toml names every file of schemas/, each once", () => {
  const there = readdirSync(path.join(THE_PROJECT, "schemas")).map((name) => `./schemas/${name}`);
  expect(schemaFiles().toSorted()).toEqual(there.toSorted());
});

test("the schemas make what the migrations make", async () => {
  const migrated = await testDatabase({ project: THE_PROJECT });
  const declared = await bareDatabase();
  try {
    const services = { ...migrated.project, migrations: [], dataFiles: [], seeds: [] };
    await migrateBackend(declared.db, services, silentLog);
    await declared.db.transaction((tx) => tx.query(schemasSql()));
    expect(await catalogueOf(declared.db)).toEqual(await catalogueOf(migrated.db));
  } finally {
    await declared.close();
    await migrated.close();
  }
});

test("no pattern takes digits of other scripts, which no cast reads", () => {
  expect(schemasSql().match(/'[^'\n]*(?:\\d|\[:digit:\])[^'\n]*'/g) ?? []).toEqual([]);
});

test("every function's body is valid and names only what exists", async () => {
  const { db, close } = await testDatabase({ project: THE_PROJECT });
  try {
    const functions = await db.query<{ oid: number; validator: string }>(
      `select p.oid::int, l.lanvalidator::regproc::text as validator
       from pg_catalog.pg_proc p join pg_catalog.pg_language l on l.oid = p.prolang
       where p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
         and p.pronamespace::regnamespace::text in ('public', 'private', 'search', 'notify', 'stats', 'billing', 'audit')`,
    );
    expect(functions.length).toBeGreaterThan(300);
    for (const { oid, validator } of functions) await db.query(`select ${validator}($1)`, [oid]);
  } finally {
    await close();
  }
});
