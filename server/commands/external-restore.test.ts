import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import {
  createBackup,
  folderDriver,
  folderPlace,
  noPace,
  openRestorable,
  restoreBackup,
} from "supabase-compatible-backend/backup";
import { silentLog } from "supabase-compatible-backend/core";
import { type ConnectionOptions, createDatabase } from "supabase-compatible-backend/database";
import { type Embedded, startEmbedded } from "supabase-compatible-backend/embedded";
import { migrateBackend } from "supabase-compatible-backend/project";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateOf } from "#backend/tests/backup-source.ts";
import {
  bareDatabase,
  loadTestProject,
  type TestDatabase,
  testDatabase,
} from "#backend/tests/database.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { catalogueOf } from "#tests/catalogue.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

/** A server of the operator's, whose database has an owner without a superuser's rights. */
const project = loadTestProject(THE_PROJECT);
const sources = { project, onDemand: {}, log: silentLog };
let home: string;
let server: Embedded;
let source: TestDatabase;

const asSuperuser = async (statement: string) => {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

const external = async (name: string): Promise<ConnectionOptions> => {
  await asSuperuser(`create database ${name} owner keeper`);
  return { ...server.connection, user: "keeper", database: name };
};

beforeAll(async () => {
  home = throwAwayFolder("external-restore-");
  server = await startEmbedded({
    dataDir: path.join(home, "server"),
    log: silentLog,
    durable: false,
  });
  await asSuperuser("create role keeper login createrole");
  source = await testDatabase({ project: THE_PROJECT });
  await source.db.query(
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
     select gen_random_uuid(), 'person' || n || '@example.com',
       jsonb_build_object('first_name', 'Dora', 'account_type', 'client', 'location', 'Leeds'), now()
     from generate_series(1, 50) n`,
  );
  await source.db.query(
    `insert into public.jobs (title, description, category, user_id, contact_email)
     select 'A job', 'To be done', 'IT', id, email from public.profiles where email like 'person%' limit 20`,
  );
});
afterAll(async () => {
  await source.close();
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

const moveTo = async (from: ConnectionOptions, to: ConnectionOptions, name: string) => {
  const dataDir = path.join(home, `${name} data`);
  mkdirSync(dataDir);
  const files = folderDriver(path.join(dataDir, "storage", "stub"));
  const place = folderPlace(path.join(home, name));
  await createBackup({
    ...sources,
    connection: from,
    files,
    dataDir,
    place,
    passphrase: null,
    release: "1",
    pace: noPace,
  });
  const backup = await openRestorable(place, null, project);
  await restoreBackup(place, backup, { ...sources, connection: to, files, dataDir });
};

test("embedded, external with an ordinary owner, and embedded again: equal hashes, and every rule in force", async () => {
  const before = await stateOf(source.connection);
  expect(before["public.jobs"]).toMatchObject({ rows: 20 });
  const there = await external("market");
  await moveTo(source.connection, there, "there");
  expect(await stateOf(there)).toEqual(before);

  // Triggers and references were switched off for the rows, and are as the migrations make them.
  const fresh = await external("fresh");
  const [made, restored] = await Promise.all(
    [fresh, there].map((connection) =>
      perTest(createDatabase({ connection, size: 1, log: silentLog })),
    ),
  );
  if (!made || !restored) throw new Error("Both databases are open");
  await migrateBackend(made, project, silentLog);
  expect(await catalogueOf(restored)).toEqual(await catalogueOf(made));
  await expect(
    restored.query("insert into public.jobs (title, user_id) values ('x', gen_random_uuid())"),
  ).rejects.toThrow();
  const again = await perTest(bareDatabase());
  await moveTo(there, again.connection, "back");
  expect(await stateOf(again.connection)).toEqual(before);
});
