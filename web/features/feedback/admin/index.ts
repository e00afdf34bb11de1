export { ModerationScreen } from "./moderation-screen.tsx";
export { loadModeration, loadRepeatedHires, readModeration } from "./queries.ts";
export { RepeatedHires } from "./repeated-hires.tsx";
