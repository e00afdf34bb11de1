import { useEffect, useState } from "react";
import {
  type Hours,
  minuteOfWeek,
  openSpans,
  openStates,
} from "#domain/providers/opening-hours.ts";
import { cx } from "#web/ui/cx.ts";

/** The minute of the week, by British clocks; null until scripts run. */
const useMinute = (): number | null => {
  const [minute, setMinute] = useState<number | null>(null);
  useEffect(() => {
    const update = () => setMinute(minuteOfWeek(Date.now()));
    update();
    const timer = setInterval(update, 30_000);
    return () => clearInterval(timer);
  }, []);
  return minute;
};

/** 'Open now' on a card's photo while it is true, otherwise nothing; by the same two scripts as below. */
export const OpenMark = ({ hours }: { hours: Hours }) => {
  const minute = useMinute();
  const spans = openSpans(hours);
  if (spans.length === 0) return null;
  const isOpen = minute !== null && spans.some(([from, to]) => from <= minute && minute < to);
  return (
    <span
      data-open={spans.map((span) => span.join("-")).join(" ")}
      hidden={!isOpen}
      className="absolute top-2 left-2 rounded-full bg-surface px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap text-success print:hidden"
    >
      Open now
    </span>
  );
};

/**
 * 'Open now' or 'Closed now', and until when. Only the browser says it, because a rendered or cached page
 * may be old: the server writes every state of the week, hidden, and the first script of the page shows the
 * one of this minute (web/session/first-paint.ts) until React does.
 */
export const OpenNow = ({ hours }: { hours: Hours }) => {
  const minute = useMinute();
  const states = openStates(hours);
  const shown =
    minute === null
      ? states
      : [states.findLast(({ from }) => from <= minute)].filter((one) => !!one);
  return (
    <div data-by-minute="" className="text-sm text-ink-soft print:hidden">
      {shown.map(({ from, open, detail }) => (
        <span key={from} data-from={from} hidden={minute === null} className="dotted">
          <span className={cx("font-semibold", open && "text-success")}>
            {open ? "Open now" : "Closed now"}
          </span>
          {detail && <span>{detail}</span>}
        </span>
      ))}
    </div>
  );
};
