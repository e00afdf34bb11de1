export { ModerationScreen } from "./moderation-screen.tsx";
export { loadModeration, readModeration } from "./queries.ts";
