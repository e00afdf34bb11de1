import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { silentLog } from "#backend/core/log.ts";
import { loadProject } from "#backend/core/project/project.ts";
import { migrateBackend } from "#backend/migrate-backend.ts";
import { bareDatabase, testDatabase } from "#backend/tests/database.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { schemaFiles, schemasSql } from "#server/schemas.ts";
import { catalogueOf } from "#tests/catalogue.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

test("config.toml names every file of schemas/, each once", () => {
  const there = readdirSync(path.join(THE_PROJECT, "schemas")).map((name) => `./schemas/${name}`);
  expect(schemaFiles().toSorted()).toEqual(there.toSorted());
});

test("the schemas make what the migrations make", async () => {
  const migrated = await perTest(testDatabase({ project: THE_PROJECT }));
  const declared = await perTest(bareDatabase());
  const services = { ...migrated.project, migrations: [], dataFiles: [], seeds: [] };
  await migrateBackend(declared.db, services, silentLog);
  await declared.db.transaction((tx) => tx.query(schemasSql()));
  expect(await catalogueOf(declared.db)).toEqual(await catalogueOf(migrated.db));
});

/** Rows as 1.0.0 has them: written here, since what tests use elsewhere follows the newest schema. */
const ROWS = `
  insert into auth.users (instance_id, id, aud, role, email, raw_user_meta_data, email_confirmed_at)
  select '00000000-0000-0000-0000-000000000000', ('00000000-0000-4000-8000-00000000000' || nr)::uuid, 'authenticated', 'authenticated',
    kind || '@example.co.uk', json_build_object('account_type', kind, 'first_name', 'Ada', 'last_name', 'Lane'), now()
  from (values (1, 'client'), (2, 'provider')) as people (nr, kind);
  insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end)
  values ('00000000-0000-4000-8000-000000000002', 'provider@example.co.uk', true, 'yearly', now() + interval '1 year');
  insert into public.jobs (user_id, title, description, category, categories, location, contact_email)
  values ('00000000-0000-4000-8000-000000000001', 'A wall', 'It leans.', 'Construction/Trade > Bricklaying',
    '{Construction/Trade > Bricklaying}', 'Leeds', 'client@example.co.uk');
  insert into public.feedback (provider_id, user_id, rating, title)
  values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 5, 'It stands.');`;

test("what 1.0.0 holds is there after every later migration", async () => {
  const project = loadProject(THE_PROJECT, { SITE_URL: "http://localhost" });
  const { db } = await perTest(bareDatabase());
  await migrateBackend(db, { ...project, migrations: project.migrations.slice(0, 1) }, silentLog);
  await db.transaction((tx) => tx.query(ROWS));
  await migrateBackend(db, project, silentLog);
  const [found] = await db.query(
    `select (select title from public.jobs) as job, (select title from public.feedback) as feedback,
         (select name from public.public_providers) as listed`,
  );
  expect(found).toEqual({ job: "A wall", feedback: "It stands.", listed: "Ada Lane" });
});

test("no pattern takes digits of other scripts, which no cast reads", () => {
  expect(schemasSql().match(/'[^'\n]*(?:\\d|\[:digit:\])[^'\n]*'/g) ?? []).toEqual([]);
});

test("every function's body is valid and names only what exists", async () => {
  const { db } = await perTest(testDatabase({ project: THE_PROJECT }));
  const functions = await db.query<{ oid: number; validator: string }>(
    `select p.oid::int, l.lanvalidator::regproc::text as validator
       from pg_catalog.pg_proc p join pg_catalog.pg_language l on l.oid = p.prolang
       where p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
         and p.pronamespace::regnamespace::text in ('public', 'private', 'search', 'notify', 'stats', 'billing', 'audit')`,
  );
  expect(functions.length).toBeGreaterThan(300);
  for (const { oid, validator } of functions) await db.query(`select ${validator}($1)`, [oid]);
});
