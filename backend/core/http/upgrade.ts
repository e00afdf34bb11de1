import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { RequestInfo } from "./http.ts";

/** The remote address of a request's socket. */
export const remoteAddressOf = ({ socket }: Partial<IncomingMessage>): string =>
  socket?.remoteAddress ?? "";

/** Takes over a connection that requests a WebSocket; returns false when the address is not its own. */
export type Upgrade = (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  info: RequestInfo,
) => boolean;

/** Responds in plain HTTP to a connection that is not upgraded, and ends it. */
export const refuseUpgrade = (socket: Duplex, status: number, reason: string): void => {
  socket.on("error", () => {});
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\nx-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(reason)}\r\n\r\n${reason}`,
  );
};

/**
 * Passes a server's upgrades to `current()`, which is null while nothing is ready. An upgrade that it does
 * not take is refused, unless there is another listener (the development server's hot reload). Returns a
 * function that ends every upgraded connection: a server cannot close before that.
 */
export const serveUpgrades = (
  server: Server,
  current: () => Upgrade | null,
  addressOf: (incoming: IncomingMessage) => string = remoteAddressOf,
): (() => void) => {
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request, socket, head) => {
    const upgrade = current();
    if (upgrade?.(request, socket, head, { ip: addressOf(request) })) {
      upgraded.add(socket);
      socket.once("close", () => upgraded.delete(socket));
    } else if (server.listenerCount("upgrade") === ours) {
      if (upgrade) refuseUpgrade(socket, 404, "Not Found");
      else refuseUpgrade(socket, 503, "Service Unavailable");
    }
  });
  const ours = server.listenerCount("upgrade");
  return () => {
    for (const socket of upgraded) socket.destroy();
  };
};
