export { loadSettings } from "./queries.ts";
export { SettingsScreen } from "./screen.tsx";
