import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createBackup } from "#backend/backup/backup.ts";
import { listSequences, listTables, nameOf } from "#backend/backup/catalogue.ts";
import { folderPlace } from "#backend/backup/folder-place.ts";
import { noPace } from "#backend/backup/pace.ts";
import { openRestorable, restoreBackup } from "#backend/backup/restore.ts";
import { withSession } from "#backend/backup/session.ts";
import { digestTable } from "#backend/backup/tables-out.ts";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import { silentLog } from "#backend/core/log.ts";
import { folderDriver } from "#backend/storage/files/folder.ts";
import { EMPTY_PROJECT, loadTestProject, type TestDatabase, testDatabase } from "./database.ts";
import { throwAwayFolder } from "./throw-away.ts";

export const project = loadTestProject(EMPTY_PROJECT);
export const sources = { project, onDemand: {}, log: silentLog };

export let home: string;
export let source: TestDatabase;
export let dataDir: string;
export const filesOf = (folder: string) => folderDriver(path.join(folder, "storage", "stub"));

export const upload = async (name: string, text: string, version = crypto.randomUUID()) => {
  const draft = path.join(home, version);
  writeFileSync(draft, text);
  await filesOf(dataDir).put({ bucket: "box", name, version }, draft);
  await source.db.query(
    "insert into storage.objects (bucket_id, name, version) values ('box', $1, $2)",
    [name, version],
  );
  return version;
};

/** Makes the backend whose backups are tested: rows, three files and its keys. */
export const startSource = async (): Promise<void> => {
  home = throwAwayFolder("backup-");
  dataDir = path.join(home, "data");
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, "keys.json"), '{"secret":"of the site"}');
  source = await testDatabase();
  await source.db.query("insert into storage.buckets (id, name) values ('box', 'box')");
  await source.db.query(
    "insert into auth.users (id, email) select gen_random_uuid(), 'person' || n || '@example.com' from generate_series(1, 500) n",
  );
  await source.db.query(
    "insert into auth.identities (provider_id, user_id, identity_data, provider) select id::text, id, '{}', 'email' from auth.users",
  );
  await upload("one.txt", "the first file");
  await upload("a folder/ünïcode.txt", "x".repeat(3_000_000));
  await upload("empty.txt", "");
};
export const closeSource = async (): Promise<void> => {
  await source.close();
  rmSync(home, { recursive: true, force: true });
};

let count = 0;
export const newFolder = () => path.join(home, `folder ${++count}`);

export const back = (
  address: string,
  passphrase: string | null = null,
  more: Partial<Parameters<typeof createBackup>[0]> = {},
) =>
  createBackup({
    ...sources,
    connection: source.connection,
    files: filesOf(dataDir),
    dataDir,
    place: folderPlace(address),
    passphrase,
    release: "1.2.3",
    pace: noPace,
    ...more,
  });

export const restore = async (
  address: string,
  target: { connection: ConnectionOptions; folder?: string },
  passphrase: string | null = null,
) => {
  const place = folderPlace(address);
  const folder = target.folder ?? newFolder();
  const backup = await openRestorable(place, passphrase, project);
  const { connection } = target;
  await restoreBackup(place, backup, {
    ...sources,
    connection,
    files: filesOf(folder),
    dataDir: folder,
  });
  return { backup, folder };
};

/** Rows, hashes and sequences of a whole database. */
export const stateOf = (connection: ConnectionOptions) =>
  withSession(connection, async (client) => {
    const state: Record<string, unknown> = {};
    for (const table of await listTables(client))
      state[nameOf(table)] = await digestTable(client, table);
    for (const sequence of await listSequences(client)) state[nameOf(sequence)] = sequence;
    return state;
  });

export const textOf = async (folder: string, name: string): Promise<string> => {
  const [row] = await source.db.query<{ version: string }>(
    "select version from storage.objects where name = $1",
    [name],
  );
  const body = await filesOf(folder).get({ bucket: "box", name, version: row?.version ?? "" });
  if (!body) throw new Error(`${name} is missing`);
  return Buffer.concat(await body.toArray()).toString();
};
