export { SearchInput } from "./search-input.tsx";
export { useSuggestions } from "./use-suggestions.ts";
