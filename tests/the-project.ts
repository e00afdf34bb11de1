import path from "node:path";

/** The marketplace: the project in `supabase/`. */
export const THE_PROJECT = path.join(import.meta.dirname, "..", "supabase");
