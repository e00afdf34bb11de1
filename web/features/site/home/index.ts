export { Home } from "./home.tsx";
export { loadLiveHome } from "./live.ts";
export { EMPTY_SEARCH_PATH, isEmptySearch } from "./search.ts";
