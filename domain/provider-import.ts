import { type ProviderForm, providerForm } from "./administration.ts";
import { parseCsv } from "./csv.ts";

/** Providers made from one file; more is for several files. */
export const IMPORT_ROWS = 1000;

/** The columns of an import, as their headings are written in the template. */
export const IMPORT_COLUMNS = {
  firstName: "First name",
  lastName: "Last name",
  businessName: "Business name",
  email: "Email",
  location: "Location",
  phoneNumber: "Phone number",
  websiteUrl: "Website",
  bio: "Bio",
  categories: "Categories",
} as const;
type Column = keyof typeof IMPORT_COLUMNS;
const COLUMNS = Object.keys(IMPORT_COLUMNS) as Column[];
const NEEDED: readonly Column[] = ["firstName", "lastName", "businessName"];

/** A row of the file: what would be made of it, or why nothing can be. */
export type ImportRow = {
  line: number;
  /** As it stands in the file, in the order of IMPORT_COLUMNS. */
  cells: string[];
} & ({ values: ProviderForm; problem: null } | { values: null; problem: string });

/** Letters alone: 'First Name', 'first_name' and 'firstName' are one heading. */
const plain = (heading: string): string => heading.toLowerCase().replace(/[^a-z]/g, "");

const columnsOf = (headings: readonly string[]): Record<Column, number> => {
  const found = headings.map(plain);
  return Object.fromEntries(
    COLUMNS.map((column) => {
      const at = found.indexOf(plain(IMPORT_COLUMNS[column]));
      return [column, at >= 0 ? at : found.indexOf(plain(column))];
    }),
  ) as Record<Column, number>;
};

/** Semicolons part categories: 'Main' or 'Main > Sub', as providers choose them. */
const categoriesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(";")
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];

/**
 * Reads a file of providers by the rules of the create dialog, row by row.
 *
 * @throws Error with words for the reader where the file as a whole cannot be read
 */
export const readProviders = (text: string): ImportRow[] => {
  const [head, ...lines] = parseCsv(text);
  if (!head || lines.length === 0) throw new Error("The file holds no rows.");
  if (lines.length > IMPORT_ROWS) {
    throw new Error(`The file holds ${lines.length} rows; please import at most ${IMPORT_ROWS}.`);
  }
  const columns = columnsOf(head.cells);
  const missing = NEEDED.filter((column) => columns[column] < 0);
  if (missing.length > 0) {
    const names = missing.map((column) => IMPORT_COLUMNS[column]).join(", ");
    throw new Error(`The first line must name the columns. Not found: ${names}.`);
  }
  const met = new Map<string, number>();
  return lines.map(({ line, cells }): ImportRow => {
    const said = (column: Column): string => cells[columns[column]] ?? "";
    const row = { line, cells: COLUMNS.map(said) };
    const checked = providerForm.safeParse({
      ...Object.fromEntries(COLUMNS.map((column) => [column, said(column)])),
      categories: categoriesOf(said("categories")),
    });
    if (!checked.success) {
      const problems = checked.error.issues.map(({ message }) => message);
      return { ...row, values: null, problem: [...new Set(problems)].join(". ") };
    }
    const email = checked.data.email.toLowerCase();
    const before = email ? met.get(email) : undefined;
    if (before !== undefined) {
      return { ...row, values: null, problem: `This email stands in line ${before} already` };
    }
    if (email) met.set(email, line);
    return { ...row, values: checked.data, problem: null };
  });
};
