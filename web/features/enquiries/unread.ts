import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { rememberedUnread, rememberUnread } from "#web/session/remembered-account.ts";
import { sessionClient } from "#web/session/session.ts";
import { whenVisible } from "#web/session/when-visible.ts";
import { countUnread } from "./queries.ts";

const CHANGED = "enquiries-read";

/** Notifies `useUnread` that messages were read. */
export const announceRead = (): void => void window.dispatchEvent(new Event(CHANGED));

/**
 * How many messages this person has not read, counted again with each change of page, when messages were
 * read, and when the page is looked at again; 0 for null. Until the first count, and if one fails, it is the last one here.
 */
export const useUnread = (userId: string | null): number => {
  const [unread, setUnread] = useState(() => (userId === null ? 0 : rememberedUnread(userId)));
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page is a reason to count again
  useEffect(() => {
    if (userId === null) return;
    let current = true;
    const count = async () => {
      const found = await countUnread(await sessionClient(), userId).catch(() => null);
      if (!current || found === null) return;
      setUnread(found);
      rememberUnread(userId, found);
    };
    const counting = whenVisible(() => void count(), 300);
    counting.soon();
    const visible = () => {
      if (!document.hidden) counting.soon();
    };
    window.addEventListener(CHANGED, counting.now);
    document.addEventListener("visibilitychange", visible);
    return () => {
      current = false;
      counting.end();
      window.removeEventListener(CHANGED, counting.now);
      document.removeEventListener("visibilitychange", visible);
    };
  }, [userId, pathname]);
  return unread;
};
