import type { SupabaseClient } from "@supabase/supabase-js";
import { type Log, metrics, splitAddress } from "supabase-compatible-backend/core";
import type { Database } from "#supabase/database.ts";
import type { Impression } from "#web/session/site.ts";

/** Milliseconds between two writes; a process that dies loses the counts of this time. */
const WRITE_EVERY = 5000;
/** Pages in one write (`record_impressions` accepts no more). */
const BATCH = 500;
/** Pages that wait to be written; those beyond are not counted. */
const MOST_WAITING = 5000;

const dropped = metrics.counter(
  "impressions_dropped_total",
  "Pages whose views or search results were not counted, because too many waited to be written.",
);

/** Programs that identify themselves as such. */
const PROGRAM = /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|scrap|fetch|http/i;

/** The suffix of the router's requests for a page's data without the page. */
const DATA = /\.data$/;

const pathOf = (address: string): string => splitAddress(address).path.replace(DATA, "");

/**
 * Whether a request is a person's who now sees the page: a browser loads it, or its data. Only browsers say so
 * themselves (`Sec-Fetch-…`, since 2023 all of them). What a browser fetches ahead is not seen yet; when it is, the
 * page says so by a HEAD request (web/session/first-paint.ts).
 */
export const isSeen = ({ method, headers }: Request): boolean => {
  const mode = headers.get("sec-fetch-mode");
  if (mode === null || PROGRAM.test(headers.get("user-agent") ?? "bot")) return false;
  if (method === "HEAD") return headers.has("x-shown");
  if (headers.has("sec-purpose") || headers.has("purpose")) return false;
  return mode === "navigate"
    ? headers.get("sec-fetch-dest") === "document"
    : headers.get("sec-fetch-site") === "same-origin" && headers.get("sec-fetch-dest") === "empty";
};

/** Whether the reader comes from the same page: another tab of a profile is not another view. */
const isSamePage = ({ method, url, headers }: Request): boolean => {
  const referrer = method === "HEAD" ? null : headers.get("referer");
  return referrer !== null && URL.canParse(referrer) && pathOf(referrer) === pathOf(url);
};

/**
 * Counts the providers that each sent page showed, also when it came from the cache. Counting adds one to a number in
 * memory; every few seconds one bounded write adds the numbers up in the database, so any number of processes may
 * count. A failed write is tried again with the next.
 */
export const createImpressions = (service: SupabaseClient<Database>, log: Log) => {
  const waiting = new Map<Impression, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    const batch = [...waiting].slice(0, BATCH);
    for (const [impression] of batch) waiting.delete(impression);
    try {
      await service
        .rpc("record_impressions", {
          p_impressions: batch.map(([impression, times]) => ({ ...impression, times })),
        })
        .throwOnError();
    } catch (error) {
      for (const [impression, times] of batch)
        waiting.set(impression, (waiting.get(impression) ?? 0) + times);
      throw error;
    }
  };

  const schedule = () => {
    timer ??= setTimeout(() => {
      writing = write()
        .catch((error: unknown) => log.warn("impressions.not_written", { error }))
        .finally(() => {
          timer = undefined;
          writing = null;
          if (waiting.size > 0) schedule();
        });
    }, WRITE_EVERY).unref();
  };

  return {
    /** Counts a page that is sent, if a person sees it. The same object each time costs no memory. */
    count(impression: Impression, request: Request): void {
      if (!isSeen(request) || (impression.kind === "view" && isSamePage(request))) return;
      const times = waiting.get(impression);
      if (times === undefined && waiting.size >= MOST_WAITING) {
        dropped();
        return;
      }
      waiting.set(impression, (times ?? 0) + 1);
      schedule();
    },
    /** Writes the counts that are still in memory. */
    async close(): Promise<void> {
      clearTimeout(timer);
      await writing;
      try {
        while (waiting.size > 0) await write();
      } catch (error) {
        log.warn("impressions.not_written", { error });
      }
    },
  };
};

export type Impressions = Pick<ReturnType<typeof createImpressions>, "count">;
