import type { Log } from "../log.ts";
import { type Attributes, type EndedSpan, startTracing } from "./tracing.ts";

const SECOND = 1000;

/** As OpenTelemetry's own batches: how often, how many at once, and how many may wait. */
const SEND_EVERY = 5 * SECOND;
const AT_ONCE = 512;
const MOST_WAITING = 2048;
/** Milliseconds for one batch. */
const WITHIN = 10 * SECOND;
/** Milliseconds for what is left when the process stops. */
const CLOSE_WITHIN = 2 * SECOND;
/** Milliseconds between two log lines about spans that nobody took. */
const COMPLAIN_EVERY = 60 * SECOND;

interface OtlpOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT, without `/v1/traces`. */
  endpoint: string;
  /** Headers for the receiver, for example an API key. */
  headers: Record<string, string>;
  /** The share of traces that are recorded. */
  ratio: number;
  /** What these spans are of: `service.name` and the like. */
  resource: Attributes;
  log: Log;
}

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (typeof value === "string") return { key, value: { stringValue: value } };
    if (typeof value === "boolean") return { key, value: { boolValue: value } };
    return { key, value: Number.isInteger(value) ? { intValue: value } : { doubleValue: value } };
  });

/** Nanoseconds do not fit into a number: microseconds and three zeros. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`;

const encode = ({ start, end, attributes, failed, parentSpanId, ...span }: EndedSpan) => ({
  ...span,
  ...(parentSpanId ? { parentSpanId } : {}),
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf(attributes),
  status: failed ? { code: 2 } : {},
});

/**
 * Sends this process's spans to an OpenTelemetry receiver, as JSON by HTTP (OTLP 1.0). Spans that it does not
 * take are dropped: nothing here waits for it.
 */
export const exportTraces = ({ endpoint, headers, ratio, resource, log }: OtlpOptions) => {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  let waiting: EndedSpan[] = [];
  let dropped = 0;
  let complainedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let sending = Promise.resolve();
  const ending = new AbortController();

  const post = async (spans: EndedSpan[]): Promise<void> => {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: attributesOf(resource) },
            scopeSpans: [{ scope: { name: "backend" }, spans: spans.map(encode) }],
          },
        ],
      }),
      signal: AbortSignal.any([AbortSignal.timeout(WITHIN), ending.signal]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The receiver responded ${response.status}`);
  };

  const complain = (error?: unknown): void => {
    if (dropped === 0 || performance.now() - complainedAt < COMPLAIN_EVERY) return;
    complainedAt = performance.now();
    log.warn("tracing.not_exported", { endpoint: url, dropped, error });
    dropped = 0;
  };

  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      try {
        await post(spans);
      } catch (error) {
        dropped += spans.length;
        complain(error);
      }
    }
    // Those for whom there was no room while a slow receiver took others.
    complain();
  };

  const sendSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      sending = sending.then(send);
    }, SEND_EVERY).unref();
  };

  const stopTracing = startTracing({
    ratio,
    onEnd(span) {
      if (waiting.length >= MOST_WAITING) dropped += 1;
      else waiting.push(span);
      sendSoon();
    },
  });

  return {
    /** Sends what is left, and drops what the receiver has not taken within two seconds. */
    async close(): Promise<void> {
      stopTracing();
      if (timer) clearTimeout(timer);
      const end = setTimeout(() => ending.abort(), CLOSE_WITHIN);
      await sending.then(send);
      clearTimeout(end);
    },
  };
};
