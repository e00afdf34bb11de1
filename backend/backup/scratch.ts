import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
import { lockHolder } from "#backend/core/embedded/lock.ts";
import type { Log } from "#backend/core/log.ts";

const PREFIX = "backup-check-";

/** Folders of processes that were killed. */
const sweep = (dataDir: string): void => {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(dataDir, name);
    if (lockHolder(path.join(folder, "postgres.lock")) === null)
      rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs `work` with a new, empty database in the data folder, and removes it afterwards. */
export const withScratchDatabase = async <T>(
  dataDir: string,
  log: Log,
  work: (connection: ConnectionOptions) => Promise<T>,
): Promise<T> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  sweep(dataDir);
  const folder = mkdtempSync(path.join(dataDir, PREFIX));
  try {
    // What is lost with the machine is not needed.
    const server = await startEmbedded({
      dataDir: folder,
      log,
      durable: false,
      walLevel: "minimal",
      maxConnections: 10,
    });
    try {
      return await work(server.connection);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
