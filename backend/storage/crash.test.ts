import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import type { Core } from "#backend/core/core.ts";
import { startStorageWorld } from "#backend/tests/conformance/storage-world.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import { FILES_LOCK, whileReserved } from "./pending-files.ts";
import { createStorage } from "./storage.ts";

const world = perFile(startStorageWorld);

test("after a crash, unacknowledged data are deleted, and the rest remains", async () => {
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
  await perTest(createStorage(world.core));
  await expect.poll(() => world.files().includes(orphan)).toBe(false);
  expect(world.files()).not.toContain(dead);
  expect(world.files()).toContain(live);
  expect(readFileSync(stored, "utf8")).toBe("kept");
  expect(await world.db.query("select * from storage.loose_files where due_at <= now()")).toEqual(
    [],
  );
});

test("a file is announced until its row is there", async () => {
  const [row] = await world.db.query("select count(*)::int as count from storage.loose_files");
  expect(row).toEqual({ count: 0 });
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

const ada = perFile(() => world.person());

const loose = async () =>
  (await world.db.query("select name from storage.loose_files order by name")).map(
    ({ name }) => name,
  );

/** A core that runs `late` once a file is in place and before its row is written. */
const slowCore = (late: () => Promise<void>): Core => {
  const { api } = world.core;
  return {
    ...world.core,
    api: {
      ...api,
      async batch(statements) {
        // The dry run has one more statement, which rolls it back.
        const writes = statements[1]?.name === "storage_insert_object" && statements.length === 2;
        if (writes) await late();
        return api.batch(statements);
      },
    },
  };
};

/** As if minutes had passed, and another process's clean-up had run. */
const lapse = async () => {
  await world.db.query("update storage.loose_files set due_at = now() - interval '1 second'");
  const other = await createStorage(world.core);
  await expect.poll(loose).toEqual([]);
  await other.close();
};

test("an upload that outlasts its reservation is refused as a whole: no row without a file, no file without a row", async () => {
  const before = world.files();
  const storage = await createStorage(slowCore(lapse));
  const name = `${ada.id}/late.txt`;
  const response = await storage.fetch(
    new Request(`${world.url}/storage/v1/object/private/${name}`, {
      method: "POST",
      body: "late",
      headers: { authorization: `Bearer ${ada.token}`, "content-type": "text/plain" },
    }),
    { ip: "127.0.0.1" },
  );
  expect(response.status).toBe(503);
  expect((await response.json()).message).toContain("send it again");
  await storage.close();
  expect(await world.db.query("select from storage.objects where name = $1", [name])).toHaveLength(
    0,
  );
  await lapse();
  expect(world.files()).toEqual(before);
  const again = await ada.client.storage.from("private").upload(name, "in time");
  expect(again.error).toBeNull();
});

test("an upload that outlasts its reservation keeps it while it is in use", async () => {
  const key = { bucket: "private", name: `${ada.id}/slow.txt`, version: randomUUID() };
  const dueAt = async () => {
    const [row] = await world.db.query<{ due_at: Date }>(
      "select due_at from storage.loose_files where version = $1",
      [key.version],
    );
    return row?.due_at.getTime() ?? 0;
  };
  const [first, renewed] = await whileReserved(
    world.core,
    key,
    async (announced) => {
      await announced;
      const first = await dueAt();
      await expect.poll(dueAt).toBeGreaterThan(first);
      return [first, await dueAt()];
    },
    2,
  );
  // Each renewal reserves the whole time again.
  expect((renewed ?? 0) - (first ?? 0)).toBeGreaterThan(0);
  const failing = whileReserved(world.core, key, () => Promise.reject(new Error("broken")), 2);
  await expect(failing).rejects.toThrow("broken");
  await expect.poll(async () => (await dueAt()) <= Date.now()).toBe(true);
});

test("an upload that outlasts its reservation does not lose a file whose row was committed in the end", async () => {
  const name = `${ada.id}/kept.txt`;
  await ada.client.storage.from("private").upload(name, "kept");
  const [file] = world.files().filter((path) => path.includes("kept.txt"));
  // The response to the commit was lost, and the file released.
  await world.db.query(
    "insert into storage.loose_files (bucket_id, name, version) select bucket_id, name, version from storage.objects where name = $1",
    [name],
  );
  await lapse();
  expect(existsSync(file ?? "")).toBe(true);
  const { data } = await ada.client.storage.from("private").download(name);
  expect(await data?.text()).toBe("kept");
});
