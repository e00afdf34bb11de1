import { useEffect, useRef, useState } from "react";
import type { JobFilter } from "#domain/jobs.ts";
import { supabase } from "#web/session/client.ts";
import { countNewJobs } from "./queries.ts";

const POLL_EVERY = 60_000;
/** Several jobs that come at once are one question. */
const SETTLE = 800;

/**
 * How many jobs that match were posted since the list was loaded. The socket only says that there
 * is one; what may be seen is asked afterwards like any list. Where no socket can be had, the count
 * is asked once a minute while somebody looks at the page.
 */
export const useNewJobs = (filter: JobFilter, since: string): number => {
  const [count, setCount] = useState(0);
  const wanted = JSON.stringify(filter);
  const latest = useRef(wanted);
  latest.current = wanted;

  useEffect(() => {
    setCount(0);
    let over = false;
    let settling: ReturnType<typeof setTimeout> | undefined;
    let polling: ReturnType<typeof setInterval> | undefined;
    let leave = () => {};

    const ask = async () => {
      if (over || document.hidden) return;
      const db = await supabase();
      const found = await countNewJobs(db, JSON.parse(wanted) as JobFilter, since).catch(
        () => null,
      );
      if (!over && found !== null && latest.current === wanted) setCount(found);
    };
    const listen = async () => {
      const db = await supabase();
      if (over) return;
      const channel = db
        .channel(`jobs:${crypto.randomUUID()}`)
        .on("postgres_changes", { event: "INSERT", schema: "public", table: "jobs" }, () => {
          clearTimeout(settling);
          settling = setTimeout(() => void ask(), SETTLE);
        })
        .subscribe((status) => {
          clearInterval(polling);
          // What came between the list and the socket is asked for once.
          if (status === "SUBSCRIBED") void ask();
          else if (!over) polling = setInterval(() => void ask(), POLL_EVERY);
        });
      leave = () => void db.removeChannel(channel);
    };
    // After the page itself: whoever only passes by loads nothing for it.
    const begin = setTimeout(() => void listen(), 3_000);
    return () => {
      over = true;
      clearTimeout(begin);
      clearTimeout(settling);
      clearInterval(polling);
      leave();
    };
  }, [wanted, since]);
  return count;
};
