import { tracedFetch } from "#backend/core/tracing/traced-fetch.ts";
import { inSpan, startTracing } from "#backend/core/tracing/tracing.ts";
import { sendToParent } from "./orders.ts";

/**
 * Reports the runs of this function, and the calls that it makes, as parts of their caller's trace. The parent
 * exports them. Returns what runs the function for a caller.
 */
export const traceCalls = (apiUrl: string) => {
  startTracing({ ratio: 1, onEnd: (span) => sendToParent({ kind: "span", span }) });
  const { origin } = new URL(apiUrl);
  globalThis.fetch = tracedFetch(globalThis.fetch, (url) => url.origin === origin);
  return <T>(traceparent: string, run: () => Promise<T>): Promise<T> =>
    inSpan(() => ({ name: "run", kind: "server", traceparent }), run);
};
