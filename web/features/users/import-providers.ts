import { CSV_START, csvLine } from "#domain/csv.ts";
import { IMPORT_COLUMNS, type ImportRow } from "#domain/provider-import.ts";
import { sessionClient } from "#web/session/session.ts";
import { createProvider } from "./writes.ts";

export interface Refused {
  row: ImportRow;
  problem: string;
}

export interface Imported {
  made: number;
  invited: number;
  refused: Refused[];
  /** Rows that were not tried, because somebody stopped the import. */
  left: number;
}

/**
 * Makes the providers of a file, one after the other, by the same function as the create dialog:
 * a row that is refused does not hold up the others.
 */
export const importProviders = async (
  rows: readonly ImportRow[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Imported> => {
  const db = await sessionClient();
  const result: Imported = { made: 0, invited: 0, refused: [], left: 0 };
  for (const [at, row] of rows.entries()) {
    if (signal.aborted) {
      result.left = rows.length - at;
      break;
    }
    if (!row.values) {
      result.refused.push({ row, problem: row.problem });
    } else {
      try {
        const { invited } = await createProvider(db, { values: row.values, picture: null });
        result.made += 1;
        if (invited) result.invited += 1;
      } catch (error) {
        const problem = error instanceof Error ? error.message : "Failed to create provider";
        result.refused.push({ row, problem });
      }
    }
    onProgress(at + 1);
  }
  return result;
};

const file = (lines: readonly (readonly unknown[])[]): Blob =>
  new Blob([CSV_START, ...lines.map(csvLine)], { type: "text/csv;charset=utf-8" });

/** The refused rows as they stood, with the reason last: mended, the file can be imported again. */
export const refusedFile = (refused: readonly Refused[]): Blob =>
  file([
    [...Object.values(IMPORT_COLUMNS), "Line", "Problem"],
    ...refused.map(({ row, problem }) => [...row.cells, row.line, problem]),
  ]);

/** An empty file with the headings, and one row that shows how it is filled in. */
export const templateFile = (): Blob =>
  file([
    Object.values(IMPORT_COLUMNS),
    [
      "Penny",
      "Plumb",
      "Plumb & Daughters",
      "penny@example.com",
      "Leeds LS6",
      "07700 900123",
      "https://plumb.example",
      "Bathrooms and boilers since 1998.",
      "Construction/Trade > Plumber; Construction/Trade > Bathroom Specialist",
    ],
  ]);
