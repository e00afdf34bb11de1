/** Where the browser keeps the session (supabase-js writes it). */
export const STORAGE_KEY = "solutionz-session";

/** Where this browser stores the sessions that the service still has to end (revocations.ts). */
export const REVOCATIONS_KEY = "solutionz-revocations";
