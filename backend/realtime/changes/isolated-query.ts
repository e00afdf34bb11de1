import pg from "pg";
import type { Database } from "#backend/core/database/database.ts";
import type { Log } from "#backend/core/log.ts";
import type { Subscription } from "./subscriptions.ts";
import { type Change, findSightings, type Question, type Sighting } from "./visibility.ts";

/** Attempts to find the rows that a policy fails on; if it fails on all, it is not run for each. */
const ATTEMPTS = 64;

interface IsolationOptions {
  api: Database;
  log: Log;
  /** The query about the table as it is now; null if it is no longer possible. */
  renew(question: Question): Promise<Question | null>;
  /** The subscriptions' filter cannot be compared with the table's rows. */
  refuse(subscriptions: readonly Subscription[], reason: string): void;
}

/** Whether the statement itself failed, and not the connection to the database. */
const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity === "ERROR";

const filtersOf = ({ filters }: Subscription): string =>
  JSON.stringify(filters.map(({ filter }) => filter));

const splitInHalf = <T>(list: readonly T[]): [T[], T[]] => {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
};

/**
 * Runs a query so that a failure harms nobody else. A changed table is looked up again. Rows that a policy
 * fails on are left out, because nothing unchecked is sent. A filter that fails ends its subscriptions:
 * otherwise one client could silence the others with it.
 */
export const createIsolatedQuery = ({ api, log, renew, refuse }: IsolationOptions) => {
  /** The rows that can be read at all, whatever the filters say. */
  const readable = async (
    question: Question,
    budget: { attempts: number },
  ): Promise<readonly Change[]> => {
    const { changes } = question;
    try {
      await findSightings(api, question);
      return changes;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      budget.attempts--;
      if (changes.length === 1 || budget.attempts <= 0) {
        const { table } = question.view;
        log.warn("realtime.change_unreadable", { table, rows: changes.length, error });
        return [];
      }
      const found: Change[] = [];
      for (const half of splitInHalf(changes))
        found.push(...(await readable({ ...question, changes: half }, budget)));
      return found;
    }
  };

  /** Rows that can be read, of listeners some of whose filters may fail. */
  const runSeparately = async (
    question: Question,
    groups: readonly Subscription[][],
  ): Promise<Sighting[]> => {
    try {
      return await findSightings(api, { ...question, subscriptions: groups.flat() });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const [first, ...others] = groups;
      if (first && others.length === 0) {
        log.warn("realtime.filter_failed", { table: question.view.table, error });
        refuse(first, error.message);
        return [];
      }
      const found: Sighting[] = [];
      for (const half of splitInHalf(groups)) found.push(...(await runSeparately(question, half)));
      return found;
    }
  };

  const carefully = async (question: Question): Promise<Sighting[]> => {
    const [any] = question.subscriptions;
    if (!any) return [];
    const unfiltered = { ...question, subscriptions: [{ ...any, filters: [] }] };
    const changes = [...(await readable(unfiltered, { attempts: ATTEMPTS }))];
    if (changes.length === 0) return [];
    const groups = Map.groupBy(question.subscriptions, filtersOf);
    return runSeparately({ ...question, changes }, [...groups.values()]);
  };

  return async (question: Question): Promise<Sighting[]> => {
    try {
      return await findSightings(api, question);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Class 42: a column or table that no longer exists, or is no longer granted.
      const retried = error.code?.startsWith("42") ? await renew(question) : question;
      return retried ? carefully(retried) : [];
    }
  };
};
