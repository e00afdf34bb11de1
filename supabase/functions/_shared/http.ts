import { requireService } from "./caller.ts";
import { isBusy, Refusal } from "./errors.ts";

/** Keys travel in headers and never in cookies, so any origin is allowed. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-allow-headers":
    "authorization, x-client-info, apikey, content-type, x-setup-token, x-supabase-api-version",
};

/** Bytes: requests to these functions are short. */
const JSON_LIMIT = 16_384;

/** A streamed response with these headers; no cache stores it. */
export const streamed = (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  headers: Record<string, string>,
): Response =>
  new Response(body, {
    headers: {
      "cache-control": "no-store",
      "access-control-expose-headers": Object.keys(headers).join(", "),
      ...headers,
      ...CORS,
    },
  });

/** A JSON response that no cache stores. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...CORS,
    },
  });

/** Milliseconds between two signs of life: the runtime ends a function that is silent for half a minute. */
const SIGN_OF_LIFE = 5_000;

/**
 * Responds to long work: spaces, which JSON allows, are sent until it is done. A failure is logged under
 * `name` and breaks the response off, because its status has been sent already.
 */
export const respondAlive = (name: string, work: Promise<unknown>): Response => {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      timer = setInterval(() => controller.enqueue(encoder.encode(" ")), SIGN_OF_LIFE);
      try {
        const result = await work;
        clearInterval(timer);
        controller.enqueue(encoder.encode(JSON.stringify(result)));
        controller.close();
      } catch (error) {
        clearInterval(timer);
        logFault(name, error instanceof Refusal ? (error.cause ?? error) : error);
        controller.error(error);
      }
    },
    cancel: () => clearInterval(timer),
  });
  return streamed(body, { "content-type": "application/json; charset=utf-8" });
};

/** The body as received, refused as soon as it exceeds `limit` bytes, whatever length it announced. */
export const readBytes = async (
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  if (Number(request.headers.get("content-length") ?? 0) > limit) {
    throw new Refusal("body_too_large");
  }
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const read = () =>
    reader.read().catch((cause: unknown) => {
      // The caller hung up.
      throw new Refusal("bad_body", { cause });
    });
  for (let part = await read(); !part.done; part = await read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw new Refusal("body_too_large");
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

/** As `readBytes`, as text. */
export const readText = async (request: Request, limit: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(request, limit));

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. */
const isStorable = (value: unknown): boolean =>
  typeof value !== "string" || (value.isWellFormed() && !value.includes("\0"));

/** The body as a JSON object of unknown members; anything else, and text that cannot be stored, is refused. */
export const readObject = async (request: Request): Promise<Record<string, unknown>> => {
  const text = await readText(request, JSON_LIMIT);
  let value: unknown;
  try {
    value = JSON.parse(text, (key, member: unknown) => {
      if (!isStorable(key) || !isStorable(member)) throw new Refusal("bad_body");
      return member;
    });
  } catch (cause) {
    throw new Refusal("bad_body", { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("bad_body");
  }
  return value as Record<string, unknown>;
};

/** An error as one line: its kind, code and text, never the request. */
const describe = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) {
    // The data client's errors are plain objects; their details may quote a row, so they are left out.
    const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
    return { cause: String(message ?? error).slice(0, 300), ...(code ? { causeCode: code } : {}) };
  }
  const code = (error as { code?: unknown }).code;
  return {
    cause: `${error.name}: ${error.message}`.slice(0, 300),
    ...(typeof code === "string" ? { causeCode: code } : {}),
  };
};

/** One line of JSON about a fault of ours. Facts must never contain a secret, a body or a password. */
export const logFault = (name: string, error: unknown): void => {
  console.error(
    JSON.stringify({ level: "error", event: "function.failed", name, ...describe(error) }),
  );
};

const retryHeaders = ({ retryAfter }: Refusal): Record<string, string> =>
  retryAfter === null
    ? {}
    : { "retry-after": String(retryAfter), "access-control-expose-headers": "retry-after" };

/** The scheduler, which holds the service key, learns why a function failed. */
const causeFor = (request: Request, { status, cause }: Refusal): Record<string, unknown> => {
  if (status < 500) return {};
  try {
    requireService(request);
  } catch {
    return {};
  }
  return { cause: describe(cause).cause };
};

/**
 * Wraps a plain function for the hosted runtime: responds to preflights, allows only POST, turns refusals
 * into JSON, a busy service into 503, and anything else into a 500 without details.
 */
export const posted =
  (name: string, handle: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: CORS });
    try {
      if (request.method !== "POST") throw new Refusal("method_not_allowed");
      return await handle(request);
    } catch (error) {
      const known = error instanceof Refusal ? error : new Refusal("unexpected", { cause: error });
      const refusal =
        known.status >= 500 && isBusy(known.cause)
          ? new Refusal("unavailable", { cause: known.cause })
          : known;
      if (refusal.status >= 500) logFault(name, refusal.cause ?? refusal);
      const body = { ...refusal.body, ...causeFor(request, refusal) };
      return json(body, refusal.status, retryHeaders(refusal));
    }
  };
