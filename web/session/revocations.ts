import { fromHead } from "./client.ts";
import { REVOCATIONS_KEY as KEY, STORAGE_KEY } from "./storage-keys.ts";

/** Tokens of a session that was signed out here and that the service still has to end. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

const RETRY_MS = 60_000;
/** More than a person signs out of during an outage; the oldest are dropped. */
const MOST = 10;

const read = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
};

const isTokens = (value: unknown): value is Tokens => {
  const { access_token, refresh_token } = Object(value) as Partial<Tokens>;
  return typeof access_token === "string" && typeof refresh_token === "string";
};

/** The tokens of the session that this browser stores, or null. */
export const storedTokens = (): Tokens | null => {
  const stored = read(STORAGE_KEY);
  return isTokens(stored)
    ? { access_token: stored.access_token, refresh_token: stored.refresh_token }
    : null;
};

const queued = (): Tokens[] => {
  const stored = read(KEY);
  return Array.isArray(stored) ? stored.filter(isTokens) : [];
};

const store = (tokens: readonly Tokens[]): void => {
  try {
    if (tokens.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(tokens.slice(-MOST)));
  } catch {
    // If storage is full, the session merely ends when its tokens do.
  }
};

/** Stores a session's tokens until the service has ended it. */
export const queueRevocation = (tokens: Tokens): void => {
  store([...queued(), tokens]);
  setTimeout(() => void retryRevocations(), RETRY_MS);
};

const post = (path: string, headers: Record<string, string>, body?: object): Promise<Response> =>
  fetch(`${fromHead("supabase-url") || window.location.origin}/auth/v1${path}`, {
    method: "POST",
    headers: {
      apikey: fromHead("supabase-anon-key"),
      "content-type": "application/json",
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

/** Whether a response is final: success, or the session no longer exists. Anything else is tried again. */
const isFinal = ({ ok, status }: Response): boolean => ok || (status < 500 && status !== 429);

const logOut = (accessToken: string): Promise<Response> =>
  post("/logout?scope=local", { authorization: `Bearer ${accessToken}` });

/** Ends one session. @returns whether nothing is left to do */
const revoke = async ({ access_token, refresh_token }: Tokens): Promise<boolean> => {
  const response = await logOut(access_token);
  if (response.ok || !isFinal(response)) return response.ok;
  // An expired access token ends nothing: the refresh token gives a new one.
  const renewed = await post("/token?grant_type=refresh_token", {}, { refresh_token });
  if (!renewed.ok) return isFinal(renewed);
  const fresh: unknown = await renewed.json();
  return isTokens(fresh) ? isFinal(await logOut(fresh.access_token)) : true;
};

let running = false;

/**
 * Ends what was signed out while the service could not be reached; call it at the start and when online.
 */
export const retryRevocations = async (): Promise<void> => {
  if (running || queued().length === 0) return;
  running = true;
  try {
    for (const tokens of queued()) {
      if (!(await revoke(tokens).catch(() => false))) continue;
      store(queued().filter(({ refresh_token }) => refresh_token !== tokens.refresh_token));
    }
  } finally {
    running = false;
  }
};
