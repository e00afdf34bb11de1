import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { ConnectionOptions } from "../database/database.ts";
import { CONNECTION_TIMEOUTS } from "../database/deadlines.ts";
import type { Log } from "../log.ts";
import { startEmbedded } from "./embedded.ts";
import { lockHolder } from "./lock.ts";

/** Milliseconds that a server which is just starting gets. */
const PATIENCE = 60_000;

export interface Joined {
  connection: ConnectionOptions;
  /** Whether another process runs the server and may be serving callers. */
  shared: boolean;
  stop(): Promise<void>;
}

const socketFolder = (dataDir: string): string => {
  try {
    return readFileSync(path.join(dataDir, "socket-folder"), "utf8");
  } catch {
    return path.join(dataDir, "socket");
  }
};

const accepts = async (connection: ConnectionOptions): Promise<Error | null> => {
  const client = new pg.Client({ ...connection, ...CONNECTION_TIMEOUTS });
  client.on("error", () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
};

/**
 * The embedded database of a data folder, for a command beside the site: the running site's server, or one
 * that is started for the command and stopped with it.
 */
export const joinEmbedded = async (dataDir: string, log: Log): Promise<Joined> => {
  const lock = path.join(dataDir, "postgres.lock");
  const deadline = performance.now() + PATIENCE;
  let problem: Error | null = null;
  while (lockHolder(lock) !== null) {
    const connection: ConnectionOptions = {
      host: path.resolve(socketFolder(dataDir)),
      user: "postgres",
      database: "postgres",
    };
    problem = await accepts(connection);
    if (problem === null) return { connection, shared: true, async stop() {} };
    if (performance.now() > deadline) throw problem;
    await delay(200);
  }
  return { ...(await startEmbedded({ dataDir, log })), shared: false };
};
