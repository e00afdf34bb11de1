import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { startStorageWorld } from "#backend/tests/conformance/storage-world.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { FILES_LOCK } from "./pending-files.ts";
import { createStorage } from "./storage.ts";

const world = perFile(startStorageWorld);

describe("after a crash", () => {
  test("unacknowledged data are deleted, and the rest remains", async () => {
    const home = path.join(world.dataDir, "storage");
    const owner = await world.person();
    const box = owner.client.storage.from("private");
    await box.upload(`${owner.id}/kept.txt`, "kept");
    // Killed while a body arrived, after a file was put in place, and before an old one was removed.
    const dead = path.join(home, "spool", "dead");
    writeFileSync(dead, "half");
    utimesSync(dead, 0, 0);
    const live = path.join(home, "spool", "live");
    writeFileSync(live, "arriving");
    const [stored] = world.files().filter((file) => file.includes(owner.id));
    if (!stored) throw new Error("The upload kept no file");
    const orphan = stored.replace(/%v.*$/, "%vorphan");
    writeFileSync(orphan, "orphan");
    await world.db.query(
      "insert into storage.loose_files (bucket_id, name, version, due_at) values ('private', $1, 'orphan', now())",
      [`${owner.id}/kept.txt`],
    );
    const again = await createStorage(world.core);
    try {
      await expect.poll(() => world.files().includes(orphan)).toBe(false);
      expect(world.files()).not.toContain(dead);
      expect(world.files()).toContain(live);
      expect(readFileSync(stored, "utf8")).toBe("kept");
      expect(
        await world.db.query("select * from storage.loose_files where due_at <= now()"),
      ).toEqual([]);
    } finally {
      await again.close();
    }
  });

  test("a file is announced until its row is there", async () => {
    const [row] = await world.db.query("select count(*)::int as count from storage.loose_files");
    expect(row).toEqual({ count: 0 });
  });
});

test("no file is removed while a backup runs that may name it", async () => {
  const owner = await world.person();
  const box = owner.client.storage.from("private");
  await box.upload(`${owner.id}/wanted.txt`, "wanted");
  const [stored = ""] = world.files().filter((file) => file.includes(owner.id));
  const backup = new pg.Client(world.db.connection);
  await backup.connect();
  await backup.query(FILES_LOCK);
  expect((await box.remove([`${owner.id}/wanted.txt`])).error).toBeNull();
  // A whole clean-up: what is due is looked at, and left.
  await (await createStorage(world.core)).close();
  expect(readFileSync(stored, "utf8")).toBe("wanted");
  expect((await box.download(`${owner.id}/wanted.txt`)).error).not.toBeNull();
  await backup.end();
  const after = await createStorage(world.core);
  await expect.poll(() => world.files().includes(stored)).toBe(false);
  await after.close();
});
