import type { IncomingMessage } from "node:http";

/** Requests, and answers to our own, which never come by here. */
type Message = Pick<Request | Response, "body">;

/** A body, piece by piece. */
export interface Pieces extends AsyncIterable<Uint8Array> {
  /** Frees the memory of a piece that has been used, where nobody else holds it. */
  giveBack?(piece: Uint8Array): void;
}

/**
 * Frees a piece's memory where it shares it with no other: else V8 would collect everything for each 64 MB that
 * wait to be found unused, which costs as much as the rest of an upload.
 */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

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
    ? { giveBack, [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }
    : message.body;
};
