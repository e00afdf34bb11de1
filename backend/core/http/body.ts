import type { IncomingMessage } from "node:http";
import { ClientDisconnected, HttpError } from "../errors.ts";
import { memoryOf } from "./connection-memory.ts";

/** Requests, and responses to our own requests, which do not pass here. */
type Message = Pick<Request | Response, "body">;

/** A body in pieces. */
export interface Pieces extends AsyncIterable<Uint8Array> {
  /** Frees the memory of a used piece if nobody else holds it. */
  recycle?(piece: Uint8Array): void;
}

/**
 * Frees a piece's memory if no other piece shares it. Otherwise V8 would run a full collection for each 64
 * MB, which costs as much as the rest of an upload.
 */
export const recycle = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/*
 * What is known of a message is a property of it. In a WeakMap that has lived for a while V8 regards all values as
 * used when it collects young objects, and a value here leads to its key: each request would stay in memory until
 * the next full collection.
 */
const ARRIVING = Symbol("the connection's own stream");
const READER = Symbol("stops the reading of a message whose rest will not arrive");
const IS_CUT = Symbol("the rest will not arrive");

interface Incoming extends IncomingMessage {
  [READER]?: { cut(): void };
  [IS_CUT]?: true;
}

const arriving = (message: Message & { [ARRIVING]?: Incoming }): Incoming | undefined =>
  message[ARRIVING];

/** Remembers the connection's own stream for a request that may have a body. */
export const arrives = (
  request: Request & { [ARRIVING]?: Incoming },
  incoming: IncomingMessage,
): void => {
  if (incoming.method !== "GET" && incoming.method !== "HEAD") request[ARRIVING] = incoming;
};

/**
 * Marks that the rest of a message will not arrive. Returns false if its reader cannot be informed. A
 * reader who has not begun learns it on starting.
 */
export const endCut = (incoming: Incoming): boolean => {
  const reader = incoming[READER];
  if (incoming.complete || (incoming.readableDidRead && !reader)) return false;
  incoming[IS_CUT] = true;
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

async function* whole(incoming: Incoming): AsyncGenerator<Uint8Array> {
  const pieces = incoming.iterator({ destroyOnReturn: false });
  const reader = { cut() {} };
  incoming[READER] = reader;
  const next = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      reader.cut = () => reject(incomplete());
      if (incoming[IS_CUT] && incoming.readableLength === 0) reader.cut();
      else pieces.next().then(resolve, (error) => reject(new ClientDisconnected(error)));
    });
  try {
    for (let piece = await next(); !piece.done; piece = await next()) yield piece.value;
  } finally {
    // Not awaited: it waits for a piece that may never come.
    pieces.return?.().catch(() => {});
  }
}

/** Collects the pieces of a connection's own stream. By its events: an iterator costs a tenth of a small write. */
const collect = (incoming: Incoming, limit: number): Promise<Uint8Array[] | null> =>
  new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    const memory = memoryOf(incoming.socket);
    let size = 0;
    const stop = () => {
      memory?.receive(0);
      incoming.off("data", take).off("end", end).off("error", lose).off("close", cut);
    };
    const fail = (error: HttpError) => {
      stop();
      reject(error);
    };
    const lose = (error: Error) => fail(new ClientDisconnected(error));
    const cut = () => fail(incomplete());
    const cutIfShort = () => {
      if (incoming[IS_CUT] && incoming.readableLength === 0) cut();
    };
    const end = () => {
      stop();
      resolve(pieces);
    };
    const take = (piece: Uint8Array) => {
      size += piece.byteLength;
      pieces.push(piece);
      if (size <= limit) {
        memory?.receive(size);
        return cutIfShort();
      }
      stop();
      // The rest is left to the code that responds.
      incoming.pause();
      resolve(null);
    };
    incoming[READER] = { cut };
    incoming.on("end", end).on("error", lose).on("close", cut).on("data", take);
    if (incoming.destroyed) cut();
    cutIfShort();
  });

/** A message's whole body in pieces; null as soon as it exceeds `limit` bytes. */
export const piecesOf = async (message: Message, limit: number): Promise<Uint8Array[] | null> => {
  const incoming = arriving(message);
  if (incoming && !incoming.readableDidRead) return collect(incoming, limit);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of message.body ?? []) {
    size += piece.byteLength;
    if (size > limit) return null;
    pieces.push(piece);
  }
  return pieces;
};

/**
 * A message's body in pieces: Node's own stream if it came over a connection and is unread. A web stream
 * copies each piece, and the copies of a large body keep the garbage collector busy. A reader who stops
 * early leaves the rest to the code that responds. Throws 400 if the body was truncated.
 */
export const bodyOf = (message: Message): Pieces | null => {
  const incoming = arriving(message);
  if (!incoming || incoming.readableDidRead) return message.body;
  return { recycle, [Symbol.asyncIterator]: () => whole(incoming) };
};
