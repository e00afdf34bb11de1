import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { supabase } from "#web/session/client.ts";
import { whenVisible } from "#web/session/when-visible.ts";

/** What the database's policy lets admins hear; it says that figures changed, and nothing else. */
const TOPIC = "admin:figures";
/** Changes that come together are one question. */
const DEBOUNCE = 700;

/**
 * Loads the page's figures anew when the database says that some changed, or when somebody comes
 * back to the page after one did. Whether that works: without a socket it stays false, and a button
 * has to do.
 */
export const useLive = (): boolean => {
  const [live, setLive] = useState(false);
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;

  useEffect(() => {
    let over = false;
    let leave = () => {};
    const look = whenVisible(() => void latest.current(), DEBOUNCE);
    const listen = async () => {
      const db = await supabase();
      await db.realtime.setAuth();
      // A channel of this name that is still being left would be given again, half closed.
      const left = db.getChannels().filter(({ topic }) => topic === `realtime:${TOPIC}`);
      await Promise.all(left.map((channel) => db.removeChannel(channel)));
      if (over) return;
      let heard = false;
      const channel = db
        .channel(TOPIC, { config: { private: true } })
        .on("broadcast", { event: "changed" }, look.soon)
        .subscribe((status) => {
          if (over) return;
          setLive(status === "SUBSCRIBED");
          // What changed while the line was down is asked for once.
          if (status === "SUBSCRIBED" && heard) look.soon();
          heard = true;
        });
      leave = () => void db.removeChannel(channel);
    };
    // After the page itself; a browser without sockets is left with the button.
    const begin = setTimeout(() => void listen().catch(() => setLive(false)), 500);
    return () => {
      over = true;
      clearTimeout(begin);
      look.end();
      leave();
    };
  }, []);
  return live;
};
