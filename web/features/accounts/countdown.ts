import { useCallback, useEffect, useState } from "react";
import { RETRY_COUNTDOWN_SECONDS } from "#domain/accounts.ts";
import { retryAfterSeconds } from "#web/session/retry-after.ts";

const SECOND_MS = 1000;

/**
 * The wait after a rate limit: whole seconds left (0 when over), and `start`, which waits as long as the
 * service requires, or a minute. It uses the clock, so a tab that slept does not wait longer.
 */
export const useCountdown = () => {
  const [endsAt, setEndsAt] = useState(0);
  const [left, setLeft] = useState(0);
  const start = useCallback((seconds: number = retryAfterSeconds() ?? RETRY_COUNTDOWN_SECONDS) => {
    setEndsAt(Date.now() + seconds * SECOND_MS);
    setLeft(seconds);
  }, []);
  useEffect(() => {
    if (endsAt === 0) return;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endsAt - Date.now()) / SECOND_MS));
      setLeft(now);
      if (now === 0) setEndsAt(0);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
  return { left, start };
};
