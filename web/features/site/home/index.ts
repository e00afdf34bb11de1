export { Home } from "./home.tsx";
export { loadLiveHome } from "./live.ts";
