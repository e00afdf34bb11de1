export { FindProfessionals } from "./find-professionals.tsx";
export { useSuggestions } from "./lookup/use-suggestions.ts";
export { SearchInput } from "./search-input.tsx";
