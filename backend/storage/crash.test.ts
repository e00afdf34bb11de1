import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageWorld, startStorageWorld } from "#backend/tests/conformance/storage-world.ts";
import { createStorage } from "./storage.ts";

let world: StorageWorld;
beforeAll(async () => {
  world = await startStorageWorld();
});
afterAll(() => world.close());

describe("after a crash", () => {
  test("what was never acknowledged is swept away, and the rest is there", async () => {
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
