import type { IncomingMessage } from "node:http";

/** Pieces of a body after which their average length counts, and the least bytes of that. */
const PIECES = 1_000;
const LEAST = 16;

/**
 * Closes a connection whose chunked body comes in pieces of a few bytes: each costs as much as a long one, and a
 * megabyte of them seconds. Programs send kilobytes at a time.
 */
export const refuseTinyPieces = (incoming: IncomingMessage): void => {
  if (incoming.headers["transfer-encoding"] === undefined) return;
  const push = incoming.push.bind(incoming);
  let pieces = 0;
  let bytes = 0;
  incoming.push = (piece: Buffer | null, ...rest) => {
    if (incoming.socket.destroyed) return false;
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (pieces > PIECES && bytes < pieces * LEAST) incoming.socket.destroy();
    return push(piece, ...rest);
  };
};
