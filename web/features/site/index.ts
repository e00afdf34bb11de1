export { SettingPart } from "./settings/section.tsx";
