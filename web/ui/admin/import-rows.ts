import { faultOf } from "#domain/site/faults.ts";
import { CSV_START, csvLine } from "#domain/values/csv.ts";
import type { ImportKind, ImportRow } from "#domain/values/csv-import.ts";
import type { Db } from "#web/session/database.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { getSession } from "#web/session/session.ts";
import { adminRefusal } from "./act.ts";

export interface Refused<Values> {
  row: ImportRow<Values>;
  problem: string;
}

export interface Imported<Values> {
  made: number;
  /** How many of those are worth a mention, for example invited by mail. */
  remarked: number;
  refused: Refused<Values>[];
  /** Rows that were not tried, because the person stopped the import or did not log in again. */
  left: number;
}

/** Creates one; returns whether it is worth a separate mention. */
export type MakeRow<Values> = (db: Db, values: Values) => Promise<boolean>;

/** Why a row was refused, as text for people. */
const wordsOf = (error: unknown): string =>
  adminRefusal(error) ?? faultOf(error, "This row could not be imported.").message;

/**
 * Creates the rows of a file one after the other, as the dialog for a single one does. A refused row does
 * not stop the others. If the session ends meanwhile, the person logs in again once, and the import
 * continues with the same row.
 */
export const importRows = async <Values>(
  rows: readonly ImportRow<Values>[],
  make: MakeRow<Values>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Imported<Values>> => {
  const result: Imported<Values> = { made: 0, remarked: 0, refused: [], left: 0 };
  for (const [at, row] of rows.entries()) {
    if (signal.aborted) {
      result.left = rows.length - at;
      break;
    }
    if (row.problem !== null) {
      result.refused.push({ row, problem: row.problem });
    } else {
      try {
        if (await performWrite((db) => make(db, row.values))) result.remarked += 1;
        result.made += 1;
      } catch (error) {
        const session = await getSession();
        if (session.status !== "signed-in" || session.ended) {
          result.left = rows.length - at;
          break;
        }
        result.refused.push({ row, problem: wordsOf(error) });
      }
    }
    onProgress(at + 1);
  }
  return result;
};

const file = (lines: readonly (readonly unknown[])[]): Blob =>
  new Blob([CSV_START, ...lines.map(csvLine)], { type: "text/csv;charset=utf-8" });

type Template = Pick<ImportKind<string, unknown>, "headings" | "example">;

/** The refused rows as they were, with the reason last: once corrected, the file can be imported again. */
export const refusedFile = (
  { headings }: Pick<Template, "headings">,
  refused: readonly Refused<unknown>[],
): Blob =>
  file([
    [...Object.values(headings), "Line", "Problem"],
    ...refused.map(({ row, problem }) => [...row.cells, row.line, problem]),
  ]);

/** An empty file with the headings, and one example row. */
export const templateFile = ({ headings, example }: Template): Blob =>
  file([Object.values(headings), example]);
