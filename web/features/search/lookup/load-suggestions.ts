import type { Suggestion } from "#domain/providers/results.ts";
import { lengthOf } from "#domain/values/characters.ts";

/** Fewer letters are not searched. */
const SHORTEST = 2;
/** The most that the database suggests: a shorter list has all. */
const MOST = 8;
/** Lists that a page remembers. */
const REMEMBERED = 100;

interface SuggestionSource {
  supabaseUrl: string;
  anonKey: string;
  field: "service" | "location";
}

/** The lists of this visit by field and letters, the oldest first. */
const remembered = new Map<string, readonly Suggestion[]>();

/** Whether the letters can be suggested anything. */
export const isSuggestible = (typed: string): boolean => lengthOf(typed.trim()) >= SHORTEST;

/** What this visit knows for these letters, or null. Where fewer letters fitted nothing, more fit nothing either. */
export const knownSuggestions = (field: string, typed: string): readonly Suggestion[] | null => {
  const letters = typed.trim().toLowerCase();
  const exact = remembered.get(`${field} ${letters}`);
  if (exact) return exact;
  for (let length = letters.length - 1; length >= SHORTEST; length -= 1) {
    const before = remembered.get(`${field} ${letters.slice(0, length)}`);
    if (before) return before.length === 0 ? before : null;
  }
  return null;
};

/**
 * Suggestions for typed letters. It asks without the client, which visitors need not load; the response is the same for
 * everybody and comes from the response cache.
 */
export const loadSuggestions = async (
  { supabaseUrl, anonKey, field }: SuggestionSource,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> => {
  const letters = typed.trim().toLowerCase();
  const query = new URLSearchParams({ typed: letters, field });
  const response = await fetch(`${supabaseUrl}/rest/v1/rpc/suggest_search?${query}`, {
    headers: { apikey: anonKey },
    signal,
  });
  if (!response.ok) throw new Error(String(response.status));
  const found = ((await response.json()) as Suggestion[]).slice(0, MOST);
  const [oldest] = remembered.keys();
  if (remembered.size >= REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  remembered.set(`${field} ${letters}`, found);
  return found;
};
