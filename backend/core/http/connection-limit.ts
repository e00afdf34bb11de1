import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Connections of a process: some 15 kB each, while most wait for their browser's next request. */
export const MOST_CONNECTIONS = 10_000;

/**
 * Bounds the connections of a server. One too many closes the connection that has waited longest for a request, or
 * is closed itself when every other one is being answered: so nobody who only holds connections keeps others out.
 */
export const limitConnections = (server: Server, most: number): void => {
  let open = 0;
  /** Those on which no request is under way; who has waited longest is first. */
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
    // Its `close` comes later: the next connection is not to choose the same.
    waiting.delete(longest);
    longest.destroy();
  });
  server.on("request", ({ socket }, answer) => {
    waiting.delete(socket);
    answer.once("close", () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });
  server.on("upgrade", ({ socket }) => waiting.delete(socket));
};
