import { createClient, type SupabaseClient } from "@supabase/supabase-js";

/** Nothing is stored or renewed behind a test's back. */
export const QUIET = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** The official client with a key, and with a token in place of a sign-in where one is given. */
export const officialClient = (url: string, key: string, token?: string): SupabaseClient =>
  createClient(url, key, {
    auth: QUIET,
    global: token ? { headers: { Authorization: `Bearer ${token}` } } : {},
  });

/** What a call of the official client gives; a refusal fails the test. */
export const dataOf = async <R extends { data: unknown; error: unknown }>(
  call: PromiseLike<R>,
): Promise<Extract<R, { error: null }>["data"]> => {
  const { data, error } = await call;
  if (error) throw error;
  return data as Extract<R, { error: null }>["data"];
};

/** The access token of the client's session. */
export const tokenOf = async (client: SupabaseClient): Promise<string> =>
  (await client.auth.getSession()).data.session?.access_token ?? "";

/** Part of a token, as its maker would write it. */
export const encoded = (part: unknown): string =>
  Buffer.from(JSON.stringify(part) ?? "").toString("base64url");
