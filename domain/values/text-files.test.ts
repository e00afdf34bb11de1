import { describe, expect, it } from "vitest";
import { subtitlesOf } from "#domain/providers/portfolio.ts";
import { parseCsv } from "./csv.ts";
import { readTextFile } from "./text-files.ts";

const ROWS = [
  ["Name", "Town"],
  ["Zoë O’Neill – Café", "Penrhyndeudraeth"],
  ["£5 “and” €6", "Ynys Môn"],
];
const CUE = "00:00:01.000 --> 00:00:02.500\nCafé – £5";

const UTF_8: (text: string) => Buffer = Buffer.from;
const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => utf16le(text).swap16();
const SIGNS_OF_1252: Record<string, number> = {
  "€": 0x80,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "–": 0x96,
};
const windows1252 = (text: string) =>
  Buffer.from([...text].map((sign) => SIGNS_OF_1252[sign] ?? sign.charCodeAt(0)));
const marked = (encode: (text: string) => Buffer) => (text: string) => encode(`\ufeff${text}`);

const ENCODINGS: [string, (text: string) => Buffer][] = [
  ["UTF-8", UTF_8],
  ["UTF-8 with a mark", marked(UTF_8)],
  ["UTF-16, little end first", utf16le],
  ["UTF-16, little end first, with a mark", marked(utf16le)],
  ["UTF-16, big end first", utf16be],
  ["UTF-16, big end first, with a mark", marked(utf16be)],
  ["Windows-1252", windows1252],
];
const LINE_ENDS = ["\n", "\r\n", "\r"];
const CASES = ENCODINGS.flatMap(([name, encode]) =>
  LINE_ENDS.map((end) => [name, JSON.stringify(end), encode, end] as const),
);

describe.each(CASES)("a file in %s whose lines end with %s", (_name, _end, encode, end) => {
  const read = (text: string) => readTextFile(new Blob([new Uint8Array(encode(text))]));

  it.each([",", ";", "\t"])("is read as rows between %j", async (separator) => {
    const text = ROWS.map((cells) => cells.join(separator) + end).join("");
    expect(parseCsv(await read(text)).map(({ cells }) => cells)).toEqual(ROWS);
  });

  it("is read as subtitles", async () => {
    expect(subtitlesOf(await read(`WEBVTT\n\n${CUE}\n`.replaceAll("\n", end)))).toBe(
      `WEBVTT\n\n${CUE}`,
    );
  });
});

it.each<[string, Uint8Array<ArrayBuffer> | string]>([
  ["a workbook", "PK\u0003\u0004\u0014\u0000\u0006\u0000"],
  ["a picture", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ["text that another program could not read", "Caf\ufffd"],
  ["broken UTF-8 after a mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xe9])],
  ["half of UTF-16", new Uint8Array([0xff, 0xfe, 0x61, 0, 0x62])],
  ["half a surrogate pair", new Uint8Array([0xff, 0xfe, 0x61, 0, 0x00, 0xd8, 0x62, 0])],
  ["UTF-32", new Uint8Array([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ["Shift JIS", new Uint8Array([0x90, 0x56, 0x8f, 0x68])],
])("%s is refused, and nothing of it read", async (_what, content) => {
  await expect(readTextFile(new Blob([content]))).rejects.toThrow("couldn't read this file");
});
