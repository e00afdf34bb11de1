import net from "node:net";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import { listening } from "#backend/tests/listening.ts";

/**
 * Stands between a test and its PostgreSQL, over TCP. While `silent`, nothing passes in either direction and new
 * connections are taken without a response, as when a firewall or a dead host swallows packets.
 */
export const silentProxy = async (to: ConnectionOptions) => {
  let silent = false;
  let down = false;
  let taken = 0;
  const sockets = new Set<net.Socket>();
  const apply = (socket: net.Socket) => (silent ? socket.pause() : socket.resume());
  const server = net.createServer((near) => {
    if (down) return near.destroy();
    taken += 1;
    const far = net.connect(`${to.host}/.s.PGSQL.${to.port ?? 5432}`);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("data", (data) => other.write(data));
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        // A dead host does not announce its end.
        if (!silent || one === near) other.destroy();
      });
      apply(one);
    }
  });
  const { port, close } = await listening(server);
  return {
    connection: { ...to, host: "127.0.0.1", port },
    /** Connections that are open to it. */
    open: () => sockets.size / 2,
    /** Connections that were ever opened to it. */
    taken: () => taken,
    silence(on: boolean): void {
      silent = on;
      for (const socket of sockets) apply(socket);
    },
    /** Ends all connections, and refuses new ones, until it is up again. */
    cut(on: boolean): void {
      down = on;
      if (on) for (const socket of sockets) socket.destroy();
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
};
