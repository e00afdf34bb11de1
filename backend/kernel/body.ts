import type { IncomingMessage } from "node:http";

/** Requests, and answers to our own, which never come by here. */
type Message = Pick<Request | Response, "body">;

/** A body, piece by piece. */
export interface Pieces extends AsyncIterable<Uint8Array> {
  /** Nobody else holds the memory of the pieces, so whoever has used one may give it back. */
  ours?: boolean;
}

const arriving = new WeakMap<Message, IncomingMessage>();

/** Remembers the connection's own stream of a request that may have a body. */
export const arrives = (request: Request, incoming: IncomingMessage): void => {
  if (incoming.method !== "GET" && incoming.method !== "HEAD") arriving.set(request, incoming);
};

/**
 * A message's body, piece by piece: Node's own stream where it came over a connection and nobody has begun
 * to read it. A web stream copies each piece, and a large body's copies keep the garbage collector busy.
 * Who stops in the middle leaves the rest to whoever answers.
 */
export const bodyOf = (message: Message): Pieces | null => {
  const incoming = arriving.get(message);
  return incoming && !incoming.readableDidRead
    ? { ours: true, [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }
    : message.body;
};
