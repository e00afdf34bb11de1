import { tracedFetch } from "#backend/core/tracing/traced-fetch.ts";
import {
  currentTraceparent,
  inSpan,
  startSpan,
  startTracing,
} from "#backend/core/tracing/tracing.ts";
import { sendToParent } from "./orders.ts";

/** What a function does outside of a run belongs to no trace. */
const isInRun = (): boolean => currentTraceparent() !== null;

/**
 * Makes each measure of the function's own (User Timing) a part of its run, for example
 * `performance.measure("send mail", { start, detail: { failed: true } })`.
 */
const traceMeasures = () => {
  const measure = performance.measure.bind(performance);
  performance.measure = (...given: Parameters<typeof measure>) => {
    const entry = measure(...given);
    const start = performance.timeOrigin + entry.startTime;
    const failed = Object(entry.detail).failed === true;
    if (isInRun())
      startSpan(() => ({ name: entry.name, start }))?.end(failed, start + entry.duration);
    return entry;
  };
};

/**
 * Reports the runs of this function, and the calls that it makes, as parts of their caller's trace. The parent
 * exports them. Returns what runs the function for a caller.
 */
export const traceCalls = (apiUrl: string) => {
  startTracing({ ratio: 1, onEnd: (span) => sendToParent({ kind: "span", span }) });
  traceMeasures();
  const { origin } = new URL(apiUrl);
  const plain = globalThis.fetch;
  const traced = tracedFetch(plain, (url) => url.origin === origin);
  globalThis.fetch = (input, init) => (isInRun() ? traced : plain)(input, init);
  return <T>(traceparent: string, run: () => Promise<T>): Promise<T> =>
    inSpan(() => ({ name: "run", kind: "server", traceparent }), run);
};
