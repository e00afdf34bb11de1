import pg from "pg";
import { expect, inject, test } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { closeLeftOpen } from "#backend/tests/left-open.ts";

test("a backend that its test left open has no connection after the file", async () => {
  const { core, url } = await startTestBackend();
  const { database } = core.db.connection;
  const client = new pg.Client(inject("connection"));
  await client.connect();
  try {
    const sql = "select count(*)::int from pg_stat_activity where datname = $1";
    const connections = async () => (await client.query(sql, [database])).rows[0].count;
    expect(await connections()).toBeGreaterThan(3);
    await closeLeftOpen();
    expect(await connections()).toBe(0);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  } finally {
    await client.end();
  }
});
