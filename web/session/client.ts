import { NETWORK_ISSUE, ReadableError } from "#domain/site/faults.ts";
import type { Db } from "./database.ts";
import { reportMissing, untilReload } from "./parts.ts";
import { isReachable } from "./reachable.ts";
import { fetchNotingWaits } from "./retry-after.ts";
import { STORAGE_KEY } from "./storage-keys.ts";
import { browserStorage, byOwnClock } from "./token-storage.ts";

let client: Promise<Db> | null = null;

/** The root layout writes the client's configuration into the page's head. */
export const fromHead = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";

let noticeRefusal = () => {};

/** Calls `notice` whenever the service refuses a call for want of a valid session. */
export const onUnauthorized = (notice: () => void): void => {
  noticeRefusal = notice;
};

/**
 * The headers of a refused call with a token that is valid; null if its own had not ended, or none is to be had. The
 * device's clock may say that the token lasts, but the service decides.
 */
const renewedHeaders = async (refused: Response, init?: RequestInit): Promise<Headers | null> => {
  if (!(await refused.clone().text()).includes("JWT expired")) return null;
  const { auth } = await supabase();
  const headers = new Headers(init?.headers);
  const isSent = (token: string | undefined) => headers.get("authorization") === `Bearer ${token}`;
  const known = await auth.getSession();
  // Another call may have renewed it meanwhile.
  const { data } = isSent(known.data.session?.access_token) ? await auth.refreshSession() : known;
  if (!data.session) return null;
  headers.set("authorization", `Bearer ${data.session.access_token}`);
  return headers;
};

const fetchAsSignedIn: typeof fetch = async (input, init) => {
  const response = await fetchNotingWaits(input, init);
  if (response.status !== 401) return response;
  const headers = await renewedHeaders(response, init);
  if (headers) return fetchNotingWaits(input, { ...init, headers });
  noticeRefusal();
  return response;
};

/** Whether a person may be signed in, without loading the client. */
export const hasStoredSession = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
};

/**
 * The browser's client, loaded when first needed: a visitor who only reads never loads it.
 * `detectSessionInUrl` is off because /confirm-email and /reset-password read their own addresses. Opening
 * a link (as mail scanners do) therefore uses up nothing.
 */
export const supabase = (): Promise<Db> => {
  client ??= import("@supabase/supabase-js").then(
    ({ createClient }) =>
      createClient(
        fromHead("supabase-url") || window.location.origin,
        fromHead("supabase-anon-key"),
        {
          // A missing response must not keep a button busy for ever.
          db: { timeout: 20_000 },
          global: { fetch: fetchAsSignedIn },
          auth: {
            storageKey: STORAGE_KEY,
            storage: byOwnClock(browserStorage()),
            detectSessionInUrl: false,
            flowType: "implicit",
            experimental: { recoveryCodes: true },
          },
        },
      ),
    async (cause: unknown) => {
      // The connection failed; the next call tries again.
      client = null;
      if (!(await isReachable())) throw new ReadableError(NETWORK_ISSUE, { cause });
      reportMissing();
      return untilReload();
    },
  );
  return client;
};
