import { useEffect, useState } from "react";
import { type Hours, openState } from "#domain/providers-opening-hours.ts";
import { Badge } from "#web/ui/badge.tsx";

/**
 * 'Open now' or 'Closed now', and until when. Only the browser says it, because a rendered or cached page
 * may be old.
 */
export const OpenNow = ({ hours }: { hours: Hours }) => {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const state = now === null ? null : openState(hours, now);
  if (!state) return null;
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm text-ink-soft print:hidden">
      <Badge tone={state.open ? "success" : "neutral"}>
        {state.open ? "Open now" : "Closed now"}
      </Badge>
      {state.detail}
    </span>
  );
};
