import { inflateSync } from "node:zlib";

const HEADER = 12;
const RECORD = 16;
const WOFF_HEADER = 44;
const WOFF_RECORD = 20;

/** Unpacks a WOFF file into the TrueType font inside: the text renderer reads only those. */
export const unpackWoff = (woff: Buffer): Buffer => {
  const tables = woff.readUInt16BE(12);
  const head = Buffer.alloc(HEADER + RECORD * tables);
  const power = Math.floor(Math.log2(tables));
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(tables, 4);
  head.writeUInt16BE(2 ** power * RECORD, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((tables - 2 ** power) * RECORD, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let table = 0; table < tables; table++) {
    const from = WOFF_HEADER + WOFF_RECORD * table;
    const [start, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(from + field)) as [
      number,
      number,
      number,
    ];
    const raw = woff.subarray(start, start + packed);
    const content = packed < length ? inflateSync(raw, { maxOutputLength: length }) : raw;
    const to = HEADER + RECORD * table;
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(content, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
};
