import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "#backend/core/log.ts";
import { migrateBackend } from "#backend/migrate-backend.ts";
import {
  back,
  closeSource,
  dataDir,
  newFolder,
  project,
  restore,
  source,
  startSource,
  stateOf,
  textOf,
} from "#backend/tests/backup-source.ts";
import { bareDatabase } from "#backend/tests/database.ts";
import { atEnd, perTest } from "#backend/tests/per-file.ts";
import { folderPlace } from "./folder-place.ts";
import { openRestorable } from "./restore.ts";
import { withSession } from "./session.ts";

const KEY = "a passphrase of some length";

beforeAll(startSource);
afterAll(closeSource);

test("a restore brings back every row, sequence and file, and the keys", async () => {
  const address = newFolder();
  const before = await stateOf(source.connection);
  const made = await back(address);
  expect(made.contents.leftOut).toEqual([]);
  // Counters, which a crash empties too.
  expect(made.contents.tables.map(({ name }) => name)).not.toContain("auth_counters");
  expect(made.contents.files).toMatchObject({ count: 3, missing: { count: 0 } });
  const target = await perTest(bareDatabase());
  const { folder } = await restore(address, target);
  expect(await stateOf(target.connection)).toEqual(before);
  expect(await textOf(folder, "one.txt")).toBe("the first file");
  expect(await textOf(folder, "a folder/ünïcode.txt")).toBe("x".repeat(3_000_000));
  expect(await textOf(folder, "empty.txt")).toBe("");
  const keys = path.join(folder, "keys.json");
  expect(readFileSync(keys, "utf8")).toBe('{"secret":"of the site"}');
  expect(statSync(keys).mode & 0o777).toBe(0o600);
  // It goes on as the original would.
  await migrateBackend(target.db, project, silentLog);
});

test("only its owner can read a backup", async () => {
  const address = newFolder();
  const { folder } = await back(address);
  const root = path.join(address, folder);
  expect(statSync(root).mode & 0o777).toBe(0o700);
  const modes = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600]));
});

test("a table and a column that no migration creates are named, and the rest is backed up", async () => {
  await source.db.query(
    "create table public.by_hand (id int); alter table auth.users add by_hand int",
  );
  const undo = "drop table public.by_hand; alter table auth.users drop by_hand";
  atEnd(() => source.db.query(undo));
  const { contents } = await back(newFolder());
  expect(contents.leftOut).toEqual(["auth.users.by_hand", "public.by_hand"]);
});

test("a file that the storage has lost is named", async () => {
  await source.db.query(
    "insert into storage.objects (bucket_id, name, version) values ('box', 'lost.txt', 'gone')",
  );
  atEnd(() => source.db.query("delete from storage.objects where name = 'lost.txt'"));
  const { contents } = await back(newFolder());
  expect(contents.files.missing).toEqual({ count: 1, names: ["box/lost.txt"] });
  expect(contents.files.count).toBe(3);
});

test("a second backup of the same database is refused while one runs", async () => {
  await withSession(source.connection, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('backup'))");
    await expect(back(newFolder())).rejects.toThrow("Another backup of this database is running");
  });
});

test("a backup that fails leaves no folder behind", async () => {
  const address = newFolder();
  const place = folderPlace(address);
  const failing = {
    ...place,
    put: (name: string, bytes: Uint8Array) =>
      name.includes("/keys/")
        ? Promise.reject(new Error("The disk is full"))
        : place.put(name, bytes),
  };
  await expect(back(address, null, { place: failing })).rejects.toThrow("The disk is full");
  expect(readdirSync(address)).toEqual([]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("backup-check"))).toEqual([]);
});

describe("an encrypted backup", () => {
  let address: string;
  beforeAll(async () => {
    address = newFolder();
    await back(address, KEY);
  });

  test("shows nothing of what it contains, and is restored with its key", async () => {
    for (const entry of readdirSync(address, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const text = readFileSync(path.join(entry.parentPath, entry.name), "latin1");
      expect(text).not.toContain("person1@example.com");
      expect(text).not.toContain("of the site");
      expect(text).not.toContain("the first file");
    }
    const target = await perTest(bareDatabase());
    await restore(address, target, KEY);
    expect(await stateOf(target.connection)).toEqual(await stateOf(source.connection));
  });

  test("is refused without its key, and with another", async () => {
    const open = (key: string | null) => openRestorable(folderPlace(address), key, project);
    await expect(open(null)).rejects.toThrow("This backup is encrypted: set BACKUP_KEY");
    await expect(open(`${KEY}.`)).rejects.toThrow("BACKUP_KEY is not the key");
  });

  test("a part put in another's place is noticed", async () => {
    const copy = newFolder();
    cpSync(address, copy, { recursive: true });
    const [folder = ""] = readdirSync(copy);
    const file = (name: string) => path.join(copy, folder, "tables", name, "00001");
    cpSync(file("auth.identities"), file("auth.users"));
    const target = await perTest(bareDatabase());
    await expect(restore(copy, target, KEY)).rejects.toThrow(
      "The part tables/auth.users/00001 of this backup is damaged",
    );
  });
});
