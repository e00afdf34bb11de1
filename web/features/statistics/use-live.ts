import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { supabase } from "#web/session/client.ts";
import { whenVisible } from "#web/session/when-visible.ts";

/** What the database's policy lets admins receive: only that figures changed. */
const TOPIC = "admin:figures";
/** Changes that arrive together cause one request. */
const DEBOUNCE = 700;

/**
 * Loads the page's figures again when the database reports a change, or when the person returns to the page
 * after one. The result says whether that works: without a socket it is false, and the page shows a button.
 */
export const useLiveUpdates = (): boolean => {
  const [live, setLive] = useState(false);
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;

  useEffect(() => {
    let over = false;
    let leave = () => {};
    const refresh = whenVisible(() => void latest.current(), DEBOUNCE);
    const listen = async () => {
      const db = await supabase();
      await db.realtime.setAuth();
      // A channel of this name that is still closing would be returned again, half closed.
      const left = db.getChannels().filter(({ topic }) => topic === `realtime:${TOPIC}`);
      await Promise.all(left.map((channel) => db.removeChannel(channel)));
      if (over) return;
      let changed = false;
      const channel = db
        .channel(TOPIC, { config: { private: true } })
        .on("broadcast", { event: "changed" }, refresh.soon)
        .subscribe((status) => {
          if (over) return;
          setLive(status === "SUBSCRIBED");
          // Changes during a lost connection cause one request.
          if (status === "SUBSCRIBED" && changed) refresh.soon();
          changed = true;
        });
      leave = () => void db.removeChannel(channel);
    };
    // After the page itself; in a browser without sockets the button remains.
    const start = setTimeout(() => void listen().catch(() => setLive(false)), 500);
    return () => {
      over = true;
      clearTimeout(start);
      refresh.end();
      leave();
    };
  }, []);
  return live;
};
