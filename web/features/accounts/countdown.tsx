import { useCallback, useEffect, useState } from "react";
import { RETRY_COUNTDOWN_SECONDS } from "#domain/accounts/accounts.ts";
import { retryAfterSeconds } from "#web/session/retry-after.ts";
import { Alert } from "#web/ui/alert.tsx";
import { readDraft, writeDraft } from "#web/ui/draft.ts";

/** Seconds up to two minutes, then whole minutes: nobody counts to 900. */
const waitOf = (seconds: number): string => {
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
};

/** The time until another attempt is possible; nothing for at once. */
export const WaitNotice = ({ seconds }: { seconds: number }) =>
  seconds > 0 ? (
    <Alert tone="warning">Please wait {waitOf(seconds)} before trying again.</Alert>
  ) : null;

const SECOND_MS = 1000;

const secondsUntil = (moment: number): number =>
  Math.max(0, Math.ceil((moment - Date.now()) / SECOND_MS));

/**
 * The wait after a rate limit: whole seconds left (0 when over), and `start`, which waits as long as the
 * service requires, or a minute. It uses the clock, so a tab that slept does not wait longer.
 *
 * @param name of the act that has to wait: a tab that loads the page again goes on counting
 */
export const useCountdown = (name?: string) => {
  const key = name && `wait:${name}`;
  const [endsAt, setEndsAt] = useState(0);
  const [left, setLeft] = useState(0);
  const waitUntil = useCallback((moment: number) => {
    setEndsAt(moment);
    setLeft(secondsUntil(moment));
  }, []);
  const start = useCallback(
    (seconds: number = retryAfterSeconds() ?? RETRY_COUNTDOWN_SECONDS) => {
      const moment = Date.now() + seconds * SECOND_MS;
      if (key) writeDraft("tab", key, { endsAt: moment });
      waitUntil(moment);
    },
    [key, waitUntil],
  );
  useEffect(() => {
    if (key) waitUntil(Number(readDraft("tab", key)?.endsAt ?? 0));
  }, [key, waitUntil]);
  useEffect(() => {
    if (endsAt === 0) return;
    const timer = setInterval(() => {
      const now = secondsUntil(endsAt);
      setLeft(now);
      if (now === 0) setEndsAt(0);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
  return { left, start };
};
