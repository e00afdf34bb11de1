import { ReadableError } from "#domain/site/faults.ts";

/** Byte order marks, and the encoding that each shows. */
const MARKS: [string, readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** The part of these bytes that is zero: in UTF-16 every other byte of most letters and signs. */
const zeros = (bytes: Uint8Array, from: 0 | 1): number => {
  let found = 0;
  for (let at = from; at < bytes.length; at += 2) if (bytes[at] === 0) found += 1;
  return (2 * found) / bytes.length;
};

const MANY = 0.3;

const encodingOf = (bytes: Uint8Array): string | undefined => {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[0];
  if (zeros(bytes, 1) > MANY) return "utf-16le";
  return zeros(bytes, 0) > MANY ? "utf-16be" : undefined;
};

const decode = (encoding: string, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Signs that no text has, and the replacement of those that another program could not read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary apart
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f\u007f\u0081\u008d\u008f\u0090\u009d\ufffd]/;

/**
 * The text of a file in UTF-8 or UTF-16, with a byte order mark or not, else in Windows-1252, as spreadsheets of Western
 * Europe write it. Lines end with a line feed.
 *
 * @throws ReadableError for what is no text in these
 */
export const textOfFile = (bytes: Uint8Array): string => {
  const encoding = encodingOf(bytes);
  const text = encoding
    ? decode(encoding, bytes)
    : (decode("utf-8", bytes) ?? decode("windows-1252", bytes));
  if (text === null || NO_TEXT.test(text))
    throw new ReadableError(
      "We couldn't read this file. Please save it as UTF-8 text and try again.",
    );
  return text.replace(/\r\n?/g, "\n");
};

/** As above, of a chosen file. */
export const readTextFile = async (file: Blob): Promise<string> =>
  textOfFile(new Uint8Array(await file.arrayBuffer()));
