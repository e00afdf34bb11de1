import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Core } from "#backend/core/core.ts";
import { type Person, startStorageWorld } from "#backend/tests/conformance/storage-world.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { whileReserved } from "./pending-files.ts";
import { createStorage } from "./storage.ts";

const world = perFile(startStorageWorld);
let ada: Person;
beforeAll(async () => {
  ada = await world.person();
});

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

describe("an upload that outlasts its reservation", () => {
  test("is refused as a whole: no row without a file, no file without a row", async () => {
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
    expect(
      await world.db.query("select from storage.objects where name = $1", [name]),
    ).toHaveLength(0);
    await lapse();
    expect(world.files()).toEqual(before);
    const again = await ada.client.storage.from("private").upload(name, "in time");
    expect(again.error).toBeNull();
  });

  test("keeps it while it is in use", async () => {
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

  test("does not lose a file whose row was committed in the end", async () => {
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
});
