export { JobModeration } from "./job-moderation.tsx";
