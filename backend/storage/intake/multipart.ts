import type { Pieces } from "#backend/core/http/body.ts";
import { refuse } from "../errors.ts";

/** One part of a multipart body. `content` must be read to its end before the next part. */
export interface Part {
  name: string;
  /** null for a plain field. */
  filename: string | null;
  contentType: string | null;
  content: Pieces;
}

const LONGEST_PREAMBLE = 16_384;
const LONGEST_HEADERS = 16_384;
const MOST_PARTS = 50;
const END_OF_HEADERS = Buffer.from("\r\n\r\n");

const malformed = (message: string) => refuse("invalidRequest", { message });

/** The boundary of a `multipart/form-data` content type; throws if it names none. */
export const boundaryOf = (contentType: string): string => {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (!boundary) throw malformed("The multipart body has no boundary");
  return boundary;
};

const parseHeaders = (text: string): Map<string, string> => {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
};

const parameter = (disposition: string, name: string): string | null =>
  new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, "i").exec(disposition)?.[1] ?? null;

/**
 * Reads `multipart/form-data` (RFC 7578) as it arrives, with only a chunk and a boundary in memory. The
 * reader of `content` must limit the size of the parts.
 */
export async function* readMultipart(body: Pieces, boundary: string): AsyncGenerator<Part> {
  const source = body[Symbol.asyncIterator]();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  /** How much of the end of the received bytes may be the beginning of a boundary. */
  const undecided = delimiter.length - 1;
  // The first boundary has no line before it; with this one every boundary looks the same.
  let buffered: Buffer = Buffer.from("\r\n");

  const next = async (): Promise<Buffer> => {
    const { done, value } = await source.next();
    if (done) throw malformed("The multipart body ends early");
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  };
  const more = async (): Promise<void> => {
    buffered = Buffer.concat([buffered, await next()]);
  };

  /** The memory below content that was passed on, which nobody else uses. */
  const below = new WeakMap<Uint8Array, Uint8Array>();
  const handOut = (content: Buffer, piece: Buffer): Buffer => {
    below.set(content, piece);
    return content;
  };
  const recycle = (content: Uint8Array): void => {
    const piece = below.get(content);
    if (piece) body.recycle?.(piece);
  };

  async function* upToDelimiter(): AsyncGenerator<Buffer> {
    let piece = buffered;
    for (;;) {
      const at = piece.indexOf(delimiter);
      if (at >= 0) {
        buffered = Buffer.from(piece.subarray(at + delimiter.length));
        if (at > 0) yield handOut(piece.subarray(0, at), piece);
        return;
      }
      const safe = Math.max(piece.length - undecided, 0);
      const end = Buffer.from(piece.subarray(safe));
      if (safe > 0) yield handOut(piece.subarray(0, safe), piece);
      piece = await next();
      const seam = Buffer.concat([end, piece.subarray(0, undecided)]);
      if (piece.length < undecided || seam.includes(delimiter)) piece = Buffer.concat([end, piece]);
      else if (end.length > 0) yield end;
    }
  }

  try {
    let preamble = 0;
    for await (const { length } of upToDelimiter()) {
      preamble += length;
      if (preamble > LONGEST_PREAMBLE) throw malformed("The multipart body begins too late");
    }
    for (let count = 0; ; count++) {
      while (buffered.length < 2) await more();
      if (buffered.subarray(0, 2).toString("latin1") === "--") return;
      if (count === MOST_PARTS) throw malformed("The multipart body has too many parts");
      let end = buffered.indexOf(END_OF_HEADERS);
      while (end < 0) {
        if (buffered.length > LONGEST_HEADERS) throw malformed("A part's headers are too long");
        await more();
        end = buffered.indexOf(END_OF_HEADERS);
      }
      const headers = parseHeaders(buffered.subarray(0, end).toString("utf8"));
      buffered = buffered.subarray(end + END_OF_HEADERS.length);
      const disposition = headers.get("content-disposition") ?? "";
      const content = Object.assign(upToDelimiter(), { recycle });
      yield {
        name: parameter(disposition, "name") ?? "",
        filename: parameter(disposition, "filename"),
        contentType: headers.get("content-type") ?? null,
        content,
      };
      for await (const _unread of content);
    }
  } finally {
    await source.return?.();
  }
}
