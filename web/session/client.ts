import type { Db, Settings } from "./site.ts";

/** Where the browser keeps the session (supabase-js writes it). */
export const STORAGE_KEY = "solutionz-session";

let settings: Settings | null = null;
let client: Promise<Db> | null = null;

/** Called once by the root route, before anything asks for the client. */
export const configure = (given: Settings) => {
  settings = given;
};

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
  client ??= import("@supabase/supabase-js").then(({ createClient }) => {
    if (!settings) throw new Error("The client was asked for before configure()");
    return createClient(settings.supabaseUrl || window.location.origin, settings.anonKey, {
      auth: { storageKey: STORAGE_KEY, detectSessionInUrl: false, flowType: "implicit" },
    });
  });
  return client;
};
