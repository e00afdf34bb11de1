import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { parseConnectionUrl } from "#backend/core/database/connection-url.ts";
import { type Embedded, startEmbedded } from "#backend/core/embedded/embedded.ts";
import { jsonLog } from "#backend/core/log.ts";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";

interface Shared {
  server?: ReturnType<typeof start>;
  users: number;
}

const SHARED = Symbol.for("the run's database server");

/** Stored in the process, because every project of vitest loads this file again. */
const held = globalThis as { [SHARED]?: Shared };
held[SHARED] ??= { users: 0 };
const shared = held[SHARED];

/** Instead of the embedded server: an address whose user is a superuser, for tests on another PostgreSQL. */
const elsewhere = process.env.TEST_DATABASE_URL;

const start = async (): Promise<Pick<Embedded, "connection" | "stop">> => {
  if (elsewhere) return { connection: parseConnectionUrl(elsewhere), async stop() {} };
  const dataDir = throwAwayFolder("test-");
  const log = { ...jsonLog(), info() {} };
  const embedded = await startEmbedded({ dataDir, log, durable: false, maxConnections: 200 });
  return {
    ...embedded,
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/**
 * One throw-away database server for the whole run, whatever number of projects asks; each test file gets
 * databases of its own in it.
 */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  shared.users += 1;
  shared.server ??= start();
  const { connection, stop } = await shared.server;
  provide("connection", connection);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await stop();
  };
};

declare module "vitest" {
  export interface ProvidedContext {
    connection: { host: string; port?: number; user: string; database: string };
  }
}
