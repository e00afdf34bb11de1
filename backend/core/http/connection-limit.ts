import type { Server } from "node:http";
import type { Socket } from "node:net";

/** The most connections of a process: some 15 kB each; most wait for their browser's next request. */
export const MOST_CONNECTIONS = 10_000;

/**
 * Limits a server's connections. One too many closes the connection that has been idle longest. If every
 * other connection is busy, the new one is closed. Callers who only hold connections therefore keep nobody
 * out.
 */
export const limitConnections = (server: Server, most: number): void => {
  let open = 0;
  /** Idle connections, longest idle first. */
  const waiting = new Set<Socket>();
  server.on("connection", (socket) => {
    open += 1;
    waiting.add(socket);
    socket.once("close", () => {
      open -= 1;
      waiting.delete(socket);
    });
    if (open <= most) return;
    const [longest] = waiting;
    if (!longest) return;
    // Its `close` comes later; the next new connection must not choose the same one.
    waiting.delete(longest);
    longest.destroy();
  });
  server.on("request", ({ socket }, response) => {
    waiting.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });
  server.on("upgrade", ({ socket }) => waiting.delete(socket));
};
