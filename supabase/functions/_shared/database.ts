import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../database.ts";
import { required } from "./environment.ts";

export type Db = SupabaseClient<Database>;

const OPTIONS = {
  auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
  // A busy database is reported while somebody waits for the answer; they try again.
  db: { retry: false },
} as const;

/** The client with all rights. Use it only for decisions based on verified facts. */
export const asService = (): Db =>
  createClient<Database>(required("SUPABASE_URL"), required("SUPABASE_SERVICE_ROLE_KEY"), OPTIONS);

/** The client of the person with this access token: it sees what they may see. */
export const asCaller = (token: string): Db =>
  createClient<Database>(required("SUPABASE_URL"), required("SUPABASE_ANON_KEY"), {
    ...OPTIONS,
    // Spelt as in the library, which would add its own beside any other spelling.
    global: { headers: { Authorization: `Bearer ${token}` } },
  });
