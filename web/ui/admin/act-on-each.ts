import { adminRefusal } from "./describe-failure.ts";
import type { Outcome } from "./selection.tsx";

/**
 * Acts on one row after the other; `act` gives why a row stays as it is, or null. One refusal stops nothing. Throws only
 * for a single row, or while nothing was done and none was refused: then the fault is not the row's.
 */
export const actOnEach = async <Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  act: (row: Row) => Promise<string | null>,
  failed: string,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const name = nameOf(row);
    try {
      const message = await act(row);
      outcomes.push({ name, outcome: message ? "refused" : "done", message });
    } catch (error) {
      const refusal = adminRefusal(error);
      if (rows.length === 1 || (outcomes.length === 0 && !refusal)) throw error;
      outcomes.push({ name, outcome: "refused", message: refusal ?? failed });
    }
  }
  return outcomes;
};
