import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** As OpenTelemetry numbers them. */
const KINDS = { internal: 1, server: 2, client: 3 } as const;

export type Attributes = Record<string, string | number | boolean | undefined>;

/** A piece of work that has ended. Times are milliseconds since 1970. */
export interface EndedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: (typeof KINDS)[keyof typeof KINDS];
  start: number;
  end: number;
  attributes: Attributes;
  failed: boolean;
}

/** Where a piece of work belongs. */
interface Place {
  traceId: string;
  spanId: string;
  /** Whether anybody records the trace. */
  sampled: boolean;
}

export interface Span extends Place {
  set(attributes: Attributes): void;
  /** Ends it now, or at this time. */
  end(failed?: boolean, at?: number): void;
}

/** Made only if something records it. */
type Start = () => {
  name: string;
  kind?: keyof typeof KINDS;
  attributes?: Attributes;
  /** The `traceparent` header of a caller, for work that has no other parent here. */
  traceparent?: string | null;
  /** When it began, in milliseconds since 1970; now, if it is left out. */
  start?: number;
};

interface Tracing {
  onEnd(span: EndedSpan): void;
  /** The share of traces that are recorded, from 0 to 1; a caller's own choice not to record applies. */
  ratio: number;
}

let tracing: Tracing | null = null;
const current = new AsyncLocalStorage<Span>();

/** Records spans of this process from now on, and returns what ends it. Without it, nothing here does any work. */
export const startTracing = (given: Tracing): (() => void) => {
  tracing = given;
  return () => {
    tracing = null;
  };
};

export const isTracing = (): boolean => tracing !== null;

/** Records a span that ended in a process of ours. */
export const recordSpan = (span: EndedSpan): void => tracing?.onEnd(span);

const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** The sender's place (W3C Trace Context, section 3.2), or null if the header is malformed. */
const parse = (traceparent: string | null | undefined): Place | null => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
};

/** The header by which another process continues the current trace. Null without tracing. */
export const currentTraceparent = (): string | null => {
  const span = tracing && current.getStore();
  return span ? `00-${span.traceId}-${span.spanId}-${span.sampled ? "01" : "00"}` : null;
};

const now = () => performance.timeOrigin + performance.now();

/** Every process decides alike: by the last seven bytes of the trace's id (OpenTelemetry's ratio sampler). */
const isChosen = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56;

/** Begins a piece of the current work, or of a new trace. Null without tracing. */
export const startSpan = (describe: Start): Span | null => {
  const recording = tracing;
  if (!recording) return null;
  const { name, kind = "internal", attributes = {}, traceparent, start = now() } = describe();
  const own = current.getStore();
  const parent = own ?? parse(traceparent);
  const traceId = parent?.traceId ?? randomBytes(16).toString("hex");
  const spanId = randomBytes(8).toString("hex");
  const sampled = own
    ? own.sampled
    : parent?.sampled !== false && isChosen(traceId, recording.ratio);
  const all = { ...attributes };
  return {
    traceId,
    spanId,
    sampled,
    set: (more) => void Object.assign(all, more),
    end(failed = false, at = now()) {
      if (!sampled) return;
      const parentSpanId = parent?.spanId ?? null;
      const facts = { start, end: at, attributes: all, failed };
      recording.onEnd({ traceId, spanId, parentSpanId, name, kind: KINDS[kind], ...facts });
    },
  };
};

/** Runs `work` as a piece of the current work; what it begins belongs to it. It has failed if it throws. */
export const inSpan = async <T>(
  start: Start,
  work: (span: Span | null) => Promise<T>,
): Promise<T> => {
  const span = startSpan(start);
  if (!span) return work(null);
  let failed = true;
  try {
    const result = await current.run(span, () => work(span));
    failed = false;
    return result;
  } finally {
    span.end(failed);
  }
};

/** The same for work that ends with a response: it has failed if the status is 500 or more. */
export const inResponseSpan = (start: Start, work: () => Promise<Response>): Promise<Response> => {
  const span = startSpan(start);
  if (!span) return work();
  return current.run(span, work).then(
    (response) => {
      span.set({ "http.response.status_code": response.status });
      span.end(response.status >= 500);
      return response;
    },
    (error: unknown) => {
      span.end(true);
      throw error;
    },
  );
};
