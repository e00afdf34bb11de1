// Apart from the search field, because the picker of categories needs no more than this.
export { type SuggestionField, useSuggestions } from "./use-suggestions.ts";
