import type { Db } from "#web/session/database.ts";
import { loadQuoters, type Quoters } from "../quotes/quoters.ts";

/** A job of the signed-in person, and what became of it. */
export interface MyJob {
  id: string;
  title: string;
  category: string;
  location: string | null;
  status: string;
  posted_date: string;
  expires_at: string;
  /** Reopening asks for the contact again. */
  contact_erased: boolean;
  /** How many professionals have the contact. */
  unlocks: number;
  /** Who was told of it, and who of them has looked. */
  told_count: number;
  seen_count: number;
  /** Those that wait for a decision, and those of them that were not read. */
  quotes: number;
  new_quotes: number;
  /** Who was hired, if anybody. */
  provider_id: string | null;
  provider: string | null;
  /** A day. */
  starts_on: string | null;
  /** The provider says that the work is done. */
  said_done: boolean;
  reviewed: boolean;
  /** It may be reviewed now. */
  may_review: boolean;
}

/** The jobs that the signed-in person posted, newest first; throws if they cannot be loaded. */
export const loadMyJobs = async (db: Db): Promise<MyJob[]> => {
  const { data } = await db.rpc("my_jobs").throwOnError();
  return data;
};

/** Who sent the quotes that wait for a decision, by job. Without them the page still says how many there are. */
export const loadQuotersOf = async (
  db: Db,
  jobs: readonly MyJob[],
): Promise<ReadonlyMap<string, Quoters>> => {
  const waiting = jobs.filter(({ status, quotes }) => status === "open" && quotes > 0);
  return loadQuoters(
    db,
    waiting.map(({ id }) => id),
  ).catch(() => new Map());
};
