import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { type Backend, createBackend } from "#backend/backend.ts";
import { silentLog } from "#backend/core/log.ts";
import { startWorld } from "#tests/security/people.ts";

/** The cast before one backend, and a second process on the same database, with keys of its own. */
export const startTwo = async () => {
  const world = await startWorld();
  const folder = mkdtempSync(path.join(os.tmpdir(), "backend-"));
  const { core } = world.backend;
  const elsewhere = await createBackend({
    project: core.project,
    dataDir: folder,
    connection: core.db.connection,
    trusted: true,
    migrate: false,
    apiUrl: "http://elsewhere.invalid",
    mail: { async send() {}, close() {} },
    log: silentLog,
  });

  /** Calls a process with its public key, as a visitor. */
  const getAt = async (backend: Pick<Backend, "fetch" | "keys">, address: string) => {
    const response = await backend.fetch(
      new Request(`http://here.invalid${address}`, { headers: { apikey: backend.keys.anon } }),
      { ip: "127.0.0.1" },
    );
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return { cached: response.headers.has("age"), headers: response.headers, text };
  };

  return {
    ...world,
    elsewhere,
    getAt,
    /** What a visitor finds, once the response is certainly cached in both processes. */
    async warm(address: string) {
      for (const backend of [world.backend, elsewhere]) {
        // Earlier writes may still be announced.
        await expect.poll(async () => (await getAt(backend, address)).cached).toBe(true);
      }
    },
    /** What a visitor finds at this moment, which both processes must agree upon. */
    async found<Found>(address: string): Promise<Found> {
      const [here, there] = await Promise.all([
        getAt(world.backend, address),
        getAt(elsewhere, address),
      ]);
      expect(here.text).toBe(there.text);
      return JSON.parse(here.text) as Found;
    },
    /** Speaks to the database as its owner does. */
    owner: (text: string, values: unknown[] = []) => world.sql(text, values),
    async close() {
      await elsewhere.close();
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
