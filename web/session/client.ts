import { NETWORK_ISSUE, ReadableError } from "#domain/site-faults.ts";
import type { Db } from "./database.ts";
import { reportMissing, untilReload } from "./parts.ts";
import { isReachable } from "./reachable.ts";
import { fetchNotingWaits } from "./retry-after.ts";
import { STORAGE_KEY } from "./storage-keys.ts";

let client: Promise<Db> | null = null;

/** The root layout writes the client's configuration into the page's head. */
export const fromHead = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";

let noticeRefusal = () => {};

/** Calls `notice` whenever the service refuses a call for want of a valid session. */
export const onUnauthorized = (notice: () => void): void => {
  noticeRefusal = notice;
};

const fetchAndNoticeRefusal: typeof fetch = async (input, init) => {
  const response = await fetchNotingWaits(input, init);
  if (response.status === 401) noticeRefusal();
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
          global: { fetch: fetchAndNoticeRefusal },
          auth: {
            storageKey: STORAGE_KEY,
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
