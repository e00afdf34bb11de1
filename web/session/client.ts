import { NETWORK_ISSUE, ReadableError } from "#domain/site-faults.ts";
import { STORAGE_KEY } from "./first-paint.ts";
import { fetchNotingWaits } from "./retry-after.ts";
import type { Db } from "./site.ts";

let client: Promise<Db> | null = null;

/** The root layout writes what the client needs into the page's head. */
export const fromHead = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";

/** Whether somebody may be signed in, told without loading the client. */
export const hasStoredSession = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
};

/**
 * The browser's client, loaded when it is first needed: a visitor who only reads never pays for it.
 * `detectSessionInUrl` is off because /confirm-email and /reset-password read their own addresses,
 * so that opening a link (as mail scanners do) burns nothing.
 */
export const supabase = (): Promise<Db> => {
  client ??= import("@supabase/supabase-js").then(
    ({ createClient }) =>
      createClient(
        fromHead("supabase-url") || window.location.origin,
        fromHead("supabase-anon-key"),
        {
          // An answer that never comes must not keep a button busy for ever.
          db: { timeout: 20_000 },
          global: { fetch: fetchNotingWaits },
          auth: {
            storageKey: STORAGE_KEY,
            detectSessionInUrl: false,
            flowType: "implicit",
            experimental: { recoveryCodes: true },
          },
        },
      ),
    (cause: unknown) => {
      // The network was cut; the next call tries again.
      client = null;
      throw new ReadableError(NETWORK_ISSUE, { cause });
    },
  );
  return client;
};
