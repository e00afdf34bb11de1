import { ReadableError } from "#domain/site/faults.ts";
import { dayAhead } from "./dates.ts";

/** Comma-separated values according to RFC 4180, for spreadsheets. */

/**
 * An apostrophe, which spreadsheets hide, precedes anything that they would read as a formula. Some read
 * the full-width signs of Asian keyboards as the plain ones.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? "" : String(value);
  // A negative number begins as formulas do, but is not one.
  const safe = typeof value !== "number" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line, with its line end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(",")}\r\n`;

/** So that spreadsheets read the file as UTF-8. */
export const CSV_START = "\uFEFF";

/** 'users-2026-11-21.csv', by the British day. */
export const csvName = (what: string): string => `${what}-${dayAhead(0)}.csv`;

/** A text as it was before csvLine protected it. */
const removeFormulaGuard = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

/** The separator of the first line: spreadsheets of some countries write semicolons or tabs. */
const separatorOf = (text: string): string => {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const counted = [",", ";", "\t"].map((mark) => [mark, head.split(mark).length] as const);
  return counted.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
};

/** A row of a file: the number of its first line, and its cells. */
interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * Reads a file into rows. Empty lines are left out, and protected cells are restored.
 *
 * @throws Error if a quotation mark is not closed
 */
export const parseCsv = (source: string): CsvRow[] => {
  const text = source.startsWith(CSV_START) ? source.slice(1) : source;
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let current = "";
  let quoted = false;
  let line = 1;
  let startLine = 1;
  const endCell = () => {
    cells.push(removeFormulaGuard(current.trim()));
    current = "";
  };
  const endRow = () => {
    endCell();
    if (cells.some((each) => each !== "")) rows.push({ line: startLine, cells });
    cells = [];
    startLine = line;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (letter === "\n") line += 1;
    if (quoted) {
      if (letter !== '"') current += letter;
      else if (text[at + 1] === '"') {
        current += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && current.trim() === "") {
      current = "";
      quoted = true;
    } else if (letter === separator) endCell();
    else if (letter === "\n") endRow();
    else if (letter !== "\r") current += letter;
  }
  if (quoted) throw new ReadableError(`A quotation mark in line ${startLine} is not closed.`);
  endRow();
  return rows;
};
