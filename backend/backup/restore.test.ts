import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLog } from "#backend/core/log.ts";
import { migrateBackend, migrateToLedger } from "#backend/migrate-backend.ts";
import {
  back,
  closeSource,
  filesOf,
  newFolder,
  project,
  restore,
  source,
  sources,
  startSource,
  stateOf,
  textOf,
} from "#backend/tests/backup-source.ts";
import { bareDatabase, testDatabase } from "#backend/tests/database.ts";
import { atEnd, perTest } from "#backend/tests/per-file.ts";
import { startS3 } from "#backend/tests/s3.ts";
import { readLedger } from "./catalogue.ts";
import { folderPlace } from "./folder-place.ts";
import { inFolder } from "./manifest.ts";
import { openPlace } from "./open-place.ts";
import { MANIFEST } from "./place.ts";
import { openRestorable, restoreBackup } from "./restore.ts";
import { deleteOldBackups } from "./rotate.ts";
import { withSession } from "./session.ts";

const KEY = "a passphrase of some length";

beforeAll(startSource);
afterAll(closeSource);

let address: string;
let root: string;
beforeAll(async () => {
  const whole = newFolder();
  const { folder } = await back(whole);
  address = whole;
  root = folder;
});

const damaged = (change: (file: (name: string) => string) => void): string => {
  const copy = newFolder();
  cpSync(address, copy, { recursive: true });
  change((name) => path.join(copy, root, name));
  return copy;
};
const [users, file1] = ["tables/auth.users/00001", "files/00001"];
const flip = (file: string) => {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(file, bytes);
};
test.each<[string, (file: (name: string) => string) => void, string]>([
  ["a damaged part", (file) => flip(file(users)), `The part ${users} of this backup is damaged`],
  ["a missing part", (file) => rmSync(file(users)), `The part ${users} of this backup is missing`],
  ["a damaged file", (file) => flip(file(file1)), `The part ${file1} of this backup is damaged`],
  ["a damaged manifest", (file) => flip(file(MANIFEST)), "is damaged"],
  [
    "a backup that was cut off",
    (file) => rmSync(file(MANIFEST)),
    `is no backup: it has no ${MANIFEST}`,
  ],
])("refused: %s, and the site does not start on it", async (_what, change, message) => {
  const target = await perTest(bareDatabase());
  await expect(restore(damaged(change), target)).rejects.toThrow(message);
  const tables = await target.db.query("select to_regclass('auth.users')::text as name");
  // Either nothing was created yet, or what was created is marked as unfinished.
  if (tables[0]?.name)
    await expect(migrateBackend(target.db, project, silentLog)).rejects.toThrow(
      "The restore into this database has not ended",
    );
});

test("refused: a database with rows, and a data folder with keys", async () => {
  const filled = await perTest(testDatabase());
  const empty = await perTest(bareDatabase());
  await expect(restore(address, filled)).rejects.toThrow("The database is not empty");
  const used = newFolder();
  mkdirSync(used);
  writeFileSync(path.join(used, "keys.json"), "{}");
  await expect(restore(address, { connection: empty.connection, folder: used })).rejects.toThrow(
    "already has keys.json",
  );
  expect(readFileSync(path.join(used, "keys.json"), "utf8")).toBe("{}");
});

test("refused: a backup of a newer release, and a database of one", async () => {
  await source.db.query(
    "insert into _backend.migrations (service, name, checksum) values ('core', '9999_future.sql', 'x')",
  );
  const undo = "delete from _backend.migrations where name = '9999_future.sql'";
  atEnd(() => source.db.query(undo));
  await expect(back(newFolder())).rejects.toThrow(
    "This database is of a newer release (it has the migration core/9999_future.sql)",
  );
  const older = { ...project, migrations: [] };
  const place = folderPlace(address);
  const backup = await openRestorable(place, null, older);
  expect(backup.release).toBe("1.2.3");
  const newer = damaged((file) => {
    const manifest = JSON.parse(readFileSync(file(MANIFEST), "utf8"));
    writeFileSync(file(MANIFEST), JSON.stringify({ ...manifest, format: 2 }));
  });
  await expect(openRestorable(folderPlace(newer), null, project)).rejects.toThrow(
    "was made by a newer release (1.2.3): restore it with that release",
  );
});

test("an interrupted restore is completed by the next one", async () => {
  const address = newFolder();
  const { folder } = await back(address);
  const part = path.join(address, folder, "tables/auth.users/00001");
  const bytes = readFileSync(part);
  const target = await perTest(bareDatabase());
  const dataFolder = newFolder();
  rmSync(part);
  const at = { connection: target.connection, folder: dataFolder };
  await expect(restore(address, at)).rejects.toThrow("is missing");
  writeFileSync(part, bytes);
  await restore(address, at);
  expect(await stateOf(target.connection)).toEqual(await stateOf(source.connection));
  await migrateBackend(target.db, project, silentLog);
});

test("a backup of an earlier release is restored as it was, and then brought up to date", async () => {
  const earlier = await perTest(bareDatabase());
  const target = await perTest(bareDatabase());
  const address = newFolder();
  const last = "0004_owned_by_auth_admin.sql";
  const ledger = await withSession(source.connection, readLedger);
  await migrateToLedger(
    earlier.db,
    project,
    { ...ledger, services: ledger.services.filter(({ name }) => name !== last) },
    silentLog,
  );
  await back(address, null, { connection: earlier.connection, release: "1.0.0" });
  await restore(address, target);
  const applied = "select name from _backend.migrations where name = $1";
  expect(await target.db.query(applied, [last])).toEqual([]);
  await migrateBackend(target.db, project, silentLog);
  expect(await target.db.query(applied, [last])).toHaveLength(1);
});

test("all but the newest backups are deleted, and what failed before them", async () => {
  const address = newFolder();
  const { folder } = await back(address);
  const named = (day: number) => `2020-01-0${day}T000000Z`;
  for (const day of [1, 2, 3])
    cpSync(path.join(address, folder), path.join(address, named(day)), { recursive: true });
  rmSync(path.join(address, named(3), MANIFEST));
  for (const name of ["2099-01-01T000000Z", "of somebody else"])
    mkdirSync(path.join(address, name));
  expect(await deleteOldBackups(folderPlace(address), 2)).toEqual([named(3), named(1)]);
  expect(readdirSync(address).sort()).toEqual(
    [named(2), "2099-01-01T000000Z", folder, "of somebody else"].sort(),
  );
});

test("an object storage has the same backups as a folder", async () => {
  const { bucket, ...account } = (await perTest(startS3())).options;
  const place = openPlace(`s3://${bucket}/the site/backups`, account);
  const target = await perTest(bareDatabase());
  const made = await back("", KEY, { place });
  expect(await place.folders()).toEqual([made.folder]);
  const backup = await openRestorable(place, KEY, project);
  const folder = newFolder();
  const to = { connection: target.connection, files: filesOf(folder), dataDir: folder };
  await restoreBackup(place, backup, { ...sources, ...to });
  expect(await stateOf(target.connection)).toEqual(await stateOf(source.connection));
  expect(await textOf(folder, "one.txt")).toBe("the first file");
  await place.put("2020-01-01T000000Z/manifest.json", Buffer.from("{}"));
  await place.put("2020-01-01T000000Z/tables/a%26b/00001", Buffer.from("rows"));
  expect(await deleteOldBackups(place, 1)).toEqual(["2020-01-01T000000Z"]);
  expect(await place.folders()).toEqual([made.folder]);
});

test("the newest complete backup of a folder is the one that is restored", async () => {
  const address = newFolder();
  const { folder, id } = await back(address);
  cpSync(path.join(address, folder), path.join(address, "2020-01-01T000000Z"), { recursive: true });
  mkdirSync(path.join(address, "2099-01-01T000000Z"));
  const opened = await openRestorable(folderPlace(address), null, project);
  expect(inFolder("", opened.folder)).toContain(folder);
  expect(opened.id).toBe(id);
  const itself = await openRestorable(folderPlace(path.join(address, folder)), null, project);
  expect(itself.id).toBe(id);
});
