import { createConcurrencyLimit } from "../concurrency-limit.ts";
import { HttpError } from "../errors.ts";

/** Bytes of a body from which it is large: few requests have one. */
export const LARGE = 65_536;

const inTurn = createConcurrencyLimit({
  // Those of others are no reason to wait: a slow line would hold up everybody.
  running: Number.POSITIVE_INFINITY,
  runningPerCaller: 2,
  waiting: 1_000,
  waitingPerCaller: 20,
  patience: 10_000,
  full: () =>
    new HttpError({
      status: 429,
      code: "too_many_large_requests",
      message: "Too many large requests at once",
      hint: "Send them one after another.",
      headers: { "retry-after": "1" },
    }),
});

/** Whether a body is large or does not say. */
const mayBeLarge = ({ method, headers }: Request): boolean => {
  if (method === "GET" || method === "HEAD") return false;
  const announced = headers.get("content-length");
  return announced === null ? headers.has("transfer-encoding") : Number(announced) > LARGE;
};

/**
 * Serves a request; of one caller, a user or a network, only two at once with a large body, which is in memory until
 * they are served.
 */
export const withLargeBody = <T>(
  request: Request,
  caller: string | undefined,
  serve: () => Promise<T>,
): Promise<T> =>
  caller !== undefined && mayBeLarge(request)
    ? inTurn(serve, { caller, signal: request.signal })
    : serve();
