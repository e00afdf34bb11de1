export { loadSettings } from "./queries.ts";
export { SettingsScreen } from "./screen.tsx";
export { SettingPart } from "./section.tsx";
