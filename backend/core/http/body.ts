import type { IncomingMessage } from "node:http";
import { HttpError } from "../errors.ts";

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
/** What ends the reading of a message whose rest will not come. */
const readers = new WeakMap<IncomingMessage, { cut(): void }>();
/** Messages of which the rest will not come. */
const cutShort = new WeakSet<IncomingMessage>();

/** Remembers the connection's own stream of a request that may have a body. */
export const arrives = (request: Request, incoming: IncomingMessage): void => {
  if (incoming.method !== "GET" && incoming.method !== "HEAD") arriving.set(request, incoming);
};

/**
 * Says that the rest of a message will not come; false where somebody reads it who could not hear that. Who has not
 * begun to read hears it then.
 */
export const endCut = (incoming: IncomingMessage): boolean => {
  const reader = readers.get(incoming);
  if (incoming.complete || (incoming.readableDidRead && !reader)) return false;
  cutShort.add(incoming);
  reader?.cut();
  return true;
};

const incomplete = () =>
  new HttpError({
    status: 400,
    code: "request_incomplete",
    message: "The request ended before its body was complete",
    hint: "Send it again.",
  });

async function* whole(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  const pieces = incoming.iterator({ destroyOnReturn: false });
  const reader = { cut() {} };
  readers.set(incoming, reader);
  const next = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      reader.cut = () => reject(incomplete());
      if (cutShort.has(incoming) && incoming.readableLength === 0) reader.cut();
      else pieces.next().then(resolve, reject);
    });
  try {
    for (let piece = await next(); !piece.done; piece = await next()) yield piece.value;
  } finally {
    // Not awaited: it waits for a piece that may never come.
    pieces.return?.().catch(() => {});
  }
}

/**
 * A message's body, piece by piece: Node's own stream where it came over a connection and nobody has begun
 * to read it. A web stream copies each piece, and a large body's copies keep the garbage collector busy.
 * Who stops in the middle leaves the rest to whoever answers. Throws a 400 where it was cut.
 */
export const bodyOf = (message: Message): Pieces | null => {
  const incoming = arriving.get(message);
  if (!incoming || incoming.readableDidRead) return message.body;
  return { giveBack, [Symbol.asyncIterator]: () => whole(incoming) };
};
