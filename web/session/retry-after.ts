let until = 0;

/** Longer than signing up takes with a slow mail server. */
const PATIENCE_MS = 60_000;

/** Only the client of the data has a time limit of its own; files and payments may take longer. */
const limitOf = (input: RequestInfo | URL, init?: RequestInit): RequestInit | undefined =>
  init?.signal || !String(input instanceof Request ? input.url : input).includes("/auth/v1/")
    ? init
    : { ...init, signal: AbortSignal.timeout(PATIENCE_MS) };

/** The browser's fetch, which also records the wait that the service asks for (`Retry-After`). */
export const fetchNotingWaits: typeof fetch = async (input, init) => {
  const response = await fetch(input, limitOf(input, init));
  const seconds = response.status === 429 ? Number(response.headers.get("retry-after")) : 0;
  if (seconds > 0) until = Date.now() + seconds * 1000;
  return response;
};

/** Seconds to wait after the service's last refusal; undefined if it named none, or they are over. */
export const retryAfterSeconds = (): number | undefined => {
  const left = Math.ceil((until - Date.now()) / 1000);
  return left > 0 ? left : undefined;
};
