import type { z } from "zod";
import { ReadableError } from "#domain/site/faults.ts";
import { parseCsv } from "./csv.ts";

/** The most rows of one file; more need several files. */
export const IMPORT_ROWS = 1000;

/** How one row of a file is read, and what it creates. */
export interface ImportKind<Column extends string, Values> {
  /** The headings as the template writes them, in its order. */
  headings: Readonly<Record<Column, string>>;
  /** Other headings that people use, besides the column's own name. */
  aliases: Readonly<Partial<Record<Column, readonly string[]>>>;
  needed: readonly Column[];
  /** A row that shows how the template is filled in. */
  example: readonly string[];
  /** The rules of the form for a single entry. */
  check: (cell: (column: Column) => string) => z.ZodSafeParseResult<Values>;
  /** What must be unique in a file, as it is compared; empty if a row has none. */
  once: (values: Values) => string;
}

/** A row of the file: what it would create, or why it cannot. */
export type ImportRow<Values> = {
  line: number;
  /** As in the file, in the order of the headings. */
  cells: string[];
} & ({ values: Values; problem: null } | { values: null; problem: string });

/** What a file has. */
export interface ImportFile<Values> {
  rows: ImportRow<Values>[];
  /** The headings of columns that nothing is read from. */
  unused: string[];
}

/** How .xlsx and .ods files, which are archives, and old .xls files begin, read as text. */
const WORKBOOK = ["PK\u0003\u0004", "\ufffd\ufffd\u0011\u0871"];

/** Letters only: 'First Name', 'first_name' and 'firstName' are one heading. */
const plain = (heading: string): string => heading.toLowerCase().replace(/[^a-z]/g, "");

export const columnsOf = <Column extends string>(
  headings: Readonly<Record<Column, string>>,
): Column[] => Object.keys(headings) as Column[];

const placesOf = <Column extends string>(
  { headings, aliases }: Pick<ImportKind<Column, unknown>, "headings" | "aliases">,
  head: readonly string[],
): Record<Column, number> => {
  const found = head.map(plain);
  return Object.fromEntries(
    columnsOf(headings).map((column) => {
      const names = [headings[column], column, ...(aliases[column] ?? [])];
      const at = names.map((name) => found.indexOf(plain(name))).find((place) => place >= 0);
      return [column, at ?? -1];
    }),
  ) as Record<Column, number>;
};

/**
 * Reads a file row by row, by the rules of a kind.
 *
 * @throws Error with a message for the reader if the file as a whole cannot be read
 */
export const readImport = <Column extends string, Values>(
  kind: ImportKind<Column, Values>,
  text: string,
): ImportFile<Values> => {
  if (WORKBOOK.some((start) => text.startsWith(start)))
    throw new ReadableError(
      "This is an Excel workbook. Open it, choose “Save as” and the type CSV UTF-8, and import that file.",
    );
  const [head, ...lines] = parseCsv(text);
  if (!head || lines.length === 0)
    throw new ReadableError(
      "The file has no rows. Please choose a file with a heading line and at least one row.",
    );
  if (lines.length > IMPORT_ROWS) {
    throw new ReadableError(
      `The file has ${lines.length} rows; please import at most ${IMPORT_ROWS}.`,
    );
  }
  const places = placesOf(kind, head.cells);
  const missing = kind.needed.filter((column) => places[column] < 0);
  if (missing.length > 0) {
    const names = missing.map((column) => kind.headings[column]).join(", ");
    throw new ReadableError(`The first line must name the columns. Not found: ${names}.`);
  }
  const met = new Map<string, number>();
  const rows = lines.map(({ line, cells }): ImportRow<Values> => {
    const cell = (column: Column): string => cells[places[column]] ?? "";
    const row = { line, cells: columnsOf(kind.headings).map(cell) };
    const checked = kind.check(cell);
    if (!checked.success) {
      const problems = checked.error.issues.map(({ message }) => message);
      return { ...row, values: null, problem: [...new Set(problems)].join(". ") };
    }
    const once = kind.once(checked.data);
    const before = once ? met.get(once) : undefined;
    if (before !== undefined) {
      return { ...row, values: null, problem: `Duplicate of line ${before}` };
    }
    if (once) met.set(once, line);
    return { ...row, values: checked.data, problem: null };
  });
  const used = new Set(Object.values(places));
  return { rows, unused: head.cells.filter((heading, at) => heading !== "" && !used.has(at)) };
};
