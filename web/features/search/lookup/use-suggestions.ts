import { useEffect, useState } from "react";
import type { Suggestion } from "#domain/providers/results.ts";
import { useSettings } from "#web/session/settings.ts";
import { isSuggestible, knownSuggestions, loadSuggestions } from "./load-suggestions.ts";

export type SuggestionField = "service" | "location";

/** Milliseconds of quiet before typed letters are looked up. */
const DEBOUNCE_MS = 150;

interface Suggested {
  /** What was typed when they were looked up: the newest list stays until the next is there. */
  typed: string;
  list: readonly Suggestion[];
}

/** The suggestions for what is typed into the field; none if they cannot be loaded. */
export const useSuggestions = (field: SuggestionField, typed: string): Suggested => {
  const { supabaseUrl, anonKey } = useSettings();
  const [found, setFound] = useState<Suggested>({ typed: "", list: [] });
  useEffect(() => {
    const known = isSuggestible(typed) ? knownSuggestions(field, typed) : [];
    if (known) {
      setFound({ typed, list: known });
      return;
    }
    const loading = new AbortController();
    const timer = setTimeout(() => {
      loadSuggestions({ supabaseUrl, anonKey, field }, typed, loading.signal)
        .then((list) => setFound({ typed, list }))
        .catch(() => loading.signal.aborted || setFound({ typed, list: [] }));
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      loading.abort();
    };
  }, [supabaseUrl, anonKey, field, typed]);
  return found;
};
