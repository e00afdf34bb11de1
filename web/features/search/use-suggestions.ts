import { useEffect, useState } from "react";
import type { Suggestion } from "#domain/providers-results.ts";
import { useSettings } from "#web/session/settings.ts";
import { isSuggestible, knownSuggestions, loadSuggestions } from "./load-suggestions.ts";

export type SuggestionField = "service" | "location";

/** Milliseconds of quiet before typed letters are looked up. */
const PAUSE = 150;

/** The suggestions for what is typed into the field; none if they cannot be loaded. */
export const useSuggestions = (field: SuggestionField, typed: string): readonly Suggestion[] => {
  const { supabaseUrl, anonKey } = useSettings();
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    const known = isSuggestible(typed) ? knownSuggestions(field, typed) : [];
    if (known) {
      setFound(known);
      return;
    }
    const loading = new AbortController();
    const timer = setTimeout(() => {
      loadSuggestions({ supabaseUrl, anonKey, field }, typed, loading.signal)
        .then(setFound)
        .catch(() => loading.signal.aborted || setFound([]));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      loading.abort();
    };
  }, [supabaseUrl, anonKey, field, typed]);
  return found;
};
