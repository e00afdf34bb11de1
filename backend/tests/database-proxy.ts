import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import type { ConnectionOptions } from "#backend/core/database/database.ts";

/** The name that PostgreSQL gives its socket in a folder. */
const SOCKET = ".s.PGSQL.5432";

interface DatabaseProxy {
  connection: ConnectionOptions;
  /** From now on nothing passes either way; connections stay open, as when a network goes silent. */
  hang(): void;
  resume(): void;
  close(): Promise<void>;
}

/** A connection to the tests' database that can be made to hang. */
export const openDatabaseProxy = async (to: ConnectionOptions): Promise<DatabaseProxy> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "line-"));
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((near) => {
    const far = createConnection(path.join(to.host, SOCKET));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("data", (bytes) => other.write(bytes));
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      if (hanging) one.pause();
    }
  });
  server.listen(path.join(folder, SOCKET));
  await once(server, "listening");
  return {
    connection: { ...to, host: folder },
    hang() {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      hanging = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
