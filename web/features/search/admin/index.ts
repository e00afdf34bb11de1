export { loadSynonyms } from "./queries.ts";
export { SynonymsScreen } from "./screen.tsx";
