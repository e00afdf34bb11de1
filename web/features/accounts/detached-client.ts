import type { SupabaseClientOptions } from "@supabase/supabase-js";
import { supabase } from "#web/session/client.ts";
import type { Db } from "#web/session/database.ts";
import { fetchNotingWaits } from "#web/session/retry-after.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { byOwnClock, memoryStorage } from "#web/session/token-storage.ts";

/**
 * A client whose session is in memory only and that nothing watches. It is for a sign-in on trial, so that
 * the site never sees a session it must not use (P-04). Pass its tokens to the site's own client with
 * `setSession` if they are good, or sign it out.
 */
export const detachedClient = (settings: SiteSettings): Promise<Db> =>
  open(settings, { storageKey: ownKey("detached"), storage: byOwnClock(memoryStorage()) });

let clients = 0;

/** A key that no other client of this page has: supabase-js warns about two clients with one key. */
const ownKey = (kind: string): string => {
  clients += 1;
  return `solutionz-${kind}-${clients}`;
};

/**
 * As above, for a sign-in that leaves for another site and returns. The secret of this tab (PKCE) is stored
 * meanwhile, so that nobody else's sign-in can end here; the session is not stored.
 */
export const travellingClient = (settings: SiteSettings): Promise<Db> => {
  const memory = memoryStorage();
  const placeOf = (key: string) => (key.endsWith("-code-verifier") ? sessionStorage : memory);
  return open(settings, {
    storageKey: "solutionz-travelling",
    flowType: "pkce",
    storage: byOwnClock({
      getItem: (key) => placeOf(key).getItem(key),
      setItem: (key, text) => placeOf(key).setItem(key, text),
      removeItem: (key) => placeOf(key).removeItem(key),
    }),
  });
};

/**
 * As above, with an access token alone, as in some recovery links: valid until it expires, and never
 * renewed.
 */
export const clientWithToken = (settings: SiteSettings, accessToken: string): Promise<Db> => {
  const storageKey = ownKey("token");
  const session = {
    access_token: accessToken,
    refresh_token: "",
    token_type: "bearer",
    // The service decides whether the token is valid.
    expires_at: Math.floor(Date.now() / 1000) + HOUR_SECONDS,
    expires_in: HOUR_SECONDS,
    user: {},
  };
  const storage = memoryStorage();
  storage.setItem(storageKey, JSON.stringify(session));
  return open(settings, { storageKey, storage });
};

const HOUR_SECONDS = 3600;

type AuthOptions = NonNullable<SupabaseClientOptions<"public">["auth"]>;

const open = async (settings: SiteSettings, auth: AuthOptions): Promise<Db> => {
  // The site's own client is in the same file, so nothing more is loaded.
  await supabase();
  const { createClient } = await import("@supabase/supabase-js");
  return createClient(settings.supabaseUrl || window.location.origin, settings.anonKey, {
    global: { fetch: fetchNotingWaits },
    auth: {
      ...auth,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  });
};
