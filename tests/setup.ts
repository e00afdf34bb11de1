import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#backend/kernel/embedded.ts";
import { jsonLog } from "#backend/kernel/log.ts";
import { throwAwayFolder } from "#tests/throw-away.ts";

/** One throw-away database server for the whole run; each test file gets databases of its own in it. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const dataDir = throwAwayFolder("test-");
  const log = { ...jsonLog(), info() {} };
  const embedded = await startEmbedded({ dataDir, log, durable: false, maxConnections: 200 });
  provide("connection", embedded.connection);
  return async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
};

declare module "vitest" {
  export interface ProvidedContext {
    connection: { host: string; user: string; database: string };
  }
}
