import { useEffect, useRef } from "react";
import { getSession, type ResolvedSession, refreshSession } from "#web/session/session.ts";
import { STORAGE_KEY } from "#web/session/storage-keys.ts";

/**
 * Calls `act` with the session as a login page opens, and again when somebody has signed in in another tab of
 * this browser. The page's own login is not reported, so that the two do not race.
 */
export const useSignInElsewhere = (act: (session: ResolvedSession) => void): void => {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    let here = true;
    const report = (session: Promise<ResolvedSession>) =>
      void session.then((now) => here && latest.current(now));
    report(getSession());
    const stored = ({ key, newValue }: StorageEvent) => {
      if (key === STORAGE_KEY && newValue) report(refreshSession());
    };
    window.addEventListener("storage", stored);
    return () => {
      here = false;
      window.removeEventListener("storage", stored);
    };
  }, []);
};
