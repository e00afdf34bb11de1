import type { RealtimeChannel } from "@supabase/supabase-js";
import type { Db } from "#web/session/database.ts";
import { whenVisible } from "#web/session/when-visible.ts";

/** How often the count is requested if there is no socket. */
export const POLL_EVERY = 60_000;
/** Several jobs at once cause one request. */
export const DEBOUNCE = 800;
/** After the page itself: a brief visit loads nothing for it. */
export const START_AFTER_MS = 3_000;

/**
 * Reports when to count new jobs: when the socket announces one, once when the socket connects (for those
 * that came meanwhile), and every minute as long as there is no socket. A hidden page requests nothing
 * until it is visible again.
 *
 * @returns a function that ends it
 */
export const watchNewJobs = (open: () => Promise<Db>, count: () => void): (() => void) => {
  let over = false;
  let polling: ReturnType<typeof setInterval> | undefined;
  let leave = () => {};

  const counting = whenVisible(count, DEBOUNCE);
  const poll = () => {
    clearInterval(polling);
    if (!over) polling = setInterval(counting.now, POLL_EVERY);
  };
  const follow = (channel: RealtimeChannel) =>
    channel
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "jobs" }, counting.soon)
      .subscribe((status) => {
        if (status !== "SUBSCRIBED") return poll();
        clearInterval(polling);
        counting.now();
      });
  const start = setTimeout(() => {
    open().then((db) => {
      if (over) return;
      const channel = follow(db.channel(`jobs:${crypto.randomUUID()}`));
      leave = () => void db.removeChannel(channel);
    }, poll);
  }, START_AFTER_MS);

  return () => {
    over = true;
    counting.end();
    clearTimeout(start);
    clearInterval(polling);
    leave();
  };
};
