import { useRevalidator } from "react-router";
import { NOT_AN_ADMIN } from "#domain/accounts/messages.ts";
import { faultOf, isNetworkCut, NETWORK_ISSUE, refusalWords } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";
import { useWrite } from "#web/session/use-write.ts";
import { toast } from "#web/ui/toast.ts";
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

/** Why an action was refused, if an admin may read it. */
export const adminRefusal = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === "42501") return NOT_AN_ADMIN;
  if (code === "23505") return "This name is already used. Please choose another.";
  return isNetworkCut(error) ? NETWORK_ISSUE : refusalWords(error);
};

/**
 * Reports that an action failed, in the specification's words (spec 2 section 8), with the reason if it may
 * be shown. Where the fault is ours, the words are the title. Returns the message for a dialog that remains open.
 */
export const describeFailure = (words: string, error: unknown): string => {
  const fault = faultOf(error, words);
  if (fault.kind === "server") {
    toast({ title: words, description: fault.message, variant: "destructive" });
    return fault.message;
  }
  const refusal = adminRefusal(error);
  const description = refusal ? `${words}. ${refusal}` : words;
  toast({ title: "Error", description, variant: "destructive" });
  return description;
};

/** A colleague was faster: this screen is out of date (see private.lock_account). */
const isStale = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === "PT409" || code === "PT404";
};

/** useWrite for admins: if a colleague was faster, the list is loaded again too. */
export const useAct = <Input extends unknown[], Result>(
  write: (db: Db, ...input: Input) => Promise<Result>,
) => {
  const { run, busy } = useWrite(write);
  const { revalidate } = useRevalidator();
  const act = async (...input: Input): Promise<Result | undefined> => {
    try {
      return await run(...input);
    } catch (error) {
      if (isStale(error)) void revalidate();
      throw error;
    }
  };
  return { run: act, busy };
};

/**
 * Reports how an action ended: that it is done, or that and why it failed. Returns the failure for a form
 * or dialog that remains open, and nothing on success.
 */
export const reportAct = async (
  act: Promise<unknown>,
  failed: string,
  done?: string,
  description?: string,
): Promise<{ message: string } | undefined> => {
  try {
    await act;
  } catch (error) {
    return { message: describeFailure(failed, error) };
  }
  if (done) toast({ title: done, description, variant: "success" });
};
