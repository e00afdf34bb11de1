import type { RealtimeChannel } from "@supabase/supabase-js";
import type { Db } from "./database.ts";
import { whenVisible } from "./when-visible.ts";

/** How often a change is assumed while there is no socket. */
export const POLL_EVERY = 60_000;
/** Several changes at once are one. */
export const DEBOUNCE = 800;

/** Which changes of which rows of a published table. */
interface Watched {
  table: string;
  event: "INSERT" | "*";
  filter?: string;
  /** Milliseconds after the page itself, so that a brief visit loads nothing for it. */
  startAfter?: number;
}

/**
 * Calls `changed` when the socket announces a change, once when the socket connects (for changes that came
 * meanwhile), and every minute as long as there is no socket. A hidden page is called once it is visible
 * again.
 *
 * @returns a function that ends it
 */
export const watchRows = (
  open: () => Promise<Db>,
  changed: () => void,
  { table, event, filter, startAfter = 0 }: Watched,
): (() => void) => {
  let over = false;
  let polling: ReturnType<typeof setInterval> | undefined;
  let leave = () => {};

  const counting = whenVisible(changed, DEBOUNCE);
  const poll = () => {
    clearInterval(polling);
    if (!over) polling = setInterval(counting.now, POLL_EVERY);
  };
  // The client has a signature for each event.
  const rows = { schema: "public", table, filter, event: event as "INSERT" };
  const follow = (channel: RealtimeChannel) =>
    channel.on("postgres_changes", rows, counting.soon).subscribe((status) => {
      if (status !== "SUBSCRIBED") return poll();
      clearInterval(polling);
      counting.now();
    });
  const start = setTimeout(() => {
    open().then((db) => {
      if (over) return;
      const channel = follow(db.channel(`${table}:${crypto.randomUUID()}`));
      leave = () => void db.removeChannel(channel);
    }, poll);
  }, startAfter);

  return () => {
    over = true;
    counting.end();
    clearTimeout(start);
    clearInterval(polling);
    leave();
  };
};
