import type { RealtimeChannel } from "@supabase/supabase-js";
import type { Db } from "#web/session/site.ts";
import { whenVisible } from "#web/session/when-visible.ts";

/** How often the count is asked where no socket can be had. */
export const POLL_EVERY = 60_000;
/** Several jobs that come at once are one question. */
export const DEBOUNCE = 800;
/** After the page itself: whoever only passes by loads nothing for it. */
export const BEGIN_AFTER = 3_000;

/**
 * Tells when new jobs are to be counted: as the socket says that there is one, once when the socket
 * is there (for what came meanwhile), and every minute for as long as there is no socket. A page that
 * nobody looks at asks nothing; it asks when it is looked at again.
 *
 * @returns ends it
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
  const begin = setTimeout(() => {
    open().then((db) => {
      if (over) return;
      const channel = follow(db.channel(`jobs:${crypto.randomUUID()}`));
      leave = () => void db.removeChannel(channel);
    }, poll);
  }, BEGIN_AFTER);

  return () => {
    over = true;
    counting.end();
    clearTimeout(begin);
    clearInterval(polling);
    leave();
  };
};
