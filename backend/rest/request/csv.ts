import { tooManyValues } from "#backend/core/http/parse.ts";
import { refuse } from "../errors.ts";

const malformed = (message: string) => refuse("PGRST102", { message });

/** Splits CSV (RFC 4180) into records; quoted fields may contain commas, quotes and line ends. */
const csvRecords = (text: string, most: number): string[][] => {
  let cells = 0;
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = "";
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        const end = text.indexOf('"', at);
        if (end < 0) throw malformed("A quoted field is not closed.");
        value += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        value += '"';
      }
    } else {
      const start = at;
      while (at < text.length && text[at] !== "," && text[at] !== "\n" && text[at] !== "\r")
        at += 1;
      value = text.slice(start, at);
    }
    cells += 1;
    if (cells > most) throw tooManyValues(most);
    record.push(value);
    if (text[at] === ",") {
      at += 1;
      if (at === text.length) record.push("");
      continue;
    }
    if (text[at] === "\r") at += 1;
    if (at < text.length && text[at] !== "\n") throw malformed("A field goes on after its quotes.");
    at += 1;
    records.push(record);
    record = [];
  }
  if (record.length > 0) records.push(record);
  return records;
};

/** CSV with a header line as JSON rows; the bare word NULL means null, as in PostgREST. */
export const csvRows = (text: string, most: number): Record<string, string | null>[] => {
  const [header, ...lines] = csvRecords(text.replace(/^\uFEFF/, ""), most);
  if (!header) return [];
  return lines.map((line) => {
    if (line.length !== header.length) throw malformed("All lines must have same number of fields");
    return Object.fromEntries(
      header.map((name, column) => [name, line[column] === "NULL" ? null : (line[column] ?? null)]),
    );
  });
};
