import { supabase } from "#web/session/client.ts";
import type { Db, Settings } from "#web/session/site.ts";

/**
 * A client whose session lives in memory only and that nothing watches: for signing in on trial, so
 * that the site never sees a session it must not use (decision 4). Hand its tokens to the site's own
 * client with `setSession` when they are good, or sign it out.
 */
export const detachedClient = async (settings: Settings): Promise<Db> => {
  // The site's own client comes from the same file, so nothing more is loaded.
  const [{ createClient }] = await Promise.all([import("@supabase/supabase-js"), supabase()]);
  return createClient(settings.supabaseUrl || window.location.origin, settings.anonKey, {
    auth: {
      storageKey: "solutionz-detached",
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  });
};
