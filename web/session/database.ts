import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#supabase/database.ts";

/** A client of this project's database: a visitor's, or one signed in. */
export type Db = SupabaseClient<Database>;
