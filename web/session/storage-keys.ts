/** Where the browser keeps the session (supabase-js writes it). */
export const STORAGE_KEY = "solutionz-session";

/** Where this browser stores the sessions that the service still has to end (revocations.ts). */
export const REVOCATIONS_KEY = "solutionz-revocations";

/** What this browser shows of the signed-in person while the account loads (remembered-account.ts). */
export const ACCOUNT_KEY = "solutionz-account";
