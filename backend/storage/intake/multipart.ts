import { refuse } from "../errors.ts";

/** One part of a multipart body. `content` must be read to its end before the next part is asked for. */
interface Part {
  name: string;
  /** null for a plain field. */
  filename: string | null;
  contentType: string | null;
  content: AsyncIterable<Buffer>;
}

const LONGEST_HEADERS = 16_384;
const MOST_PARTS = 50;
const END_OF_HEADERS = Buffer.from("\r\n\r\n");

const malformed = (message: string) => refuse("invalidRequest", { message });

/** The boundary of a `multipart/form-data` content type; throws when it names none. */
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
 * Reads `multipart/form-data` (RFC 7578) as it arrives, holding no more than a chunk and a boundary
 * in memory. The size of the parts is for the reader of `content` to bound.
 */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part> {
  const source = body[Symbol.asyncIterator]();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first boundary has no line before it; with this one every boundary looks the same.
  let held: Buffer = Buffer.from("\r\n");

  const more = async (): Promise<void> => {
    const next = await source.next();
    if (next.done) throw malformed("The multipart body ends early");
    const { buffer, byteOffset, byteLength } = next.value;
    const piece = Buffer.from(buffer, byteOffset, byteLength);
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
  };

  async function* upToDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(delimiter);
      if (at >= 0) {
        const last = held.subarray(0, at);
        held = held.subarray(at + delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      const safe = held.length - delimiter.length + 1;
      if (safe > 0) {
        const ready = held.subarray(0, safe);
        held = held.subarray(safe);
        yield ready;
      }
      await more();
    }
  }

  try {
    for await (const _preamble of upToDelimiter());
    for (let count = 0; ; count++) {
      while (held.length < 2) await more();
      if (held.subarray(0, 2).toString("latin1") === "--") return;
      if (count === MOST_PARTS) throw malformed("The multipart body has too many parts");
      let end = held.indexOf(END_OF_HEADERS);
      while (end < 0) {
        if (held.length > LONGEST_HEADERS) throw malformed("A part's headers are too long");
        await more();
        end = held.indexOf(END_OF_HEADERS);
      }
      const headers = parseHeaders(held.subarray(0, end).toString("utf8"));
      held = held.subarray(end + END_OF_HEADERS.length);
      const disposition = headers.get("content-disposition") ?? "";
      const content = upToDelimiter();
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
