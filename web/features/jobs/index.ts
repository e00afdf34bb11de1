export { JobAlerts } from "./job-alerts.tsx";
export type { JobViewer } from "./job-card.tsx";
export { JobDirectory } from "./job-directory.tsx";
export { JobUnlocks } from "./job-unlocks.tsx";
export { PostJob } from "./post-job.tsx";
export { type Job, loadJob, loadJobs, type RequestedJob } from "./queries.ts";
export { StillLooking } from "./still-looking.tsx";
export {
  answerQuestion,
  deleteJob,
  loadEditable,
  loadQuestion,
  loadRevealedIds,
  type NewJob,
  setJobStatus,
} from "./writes.ts";
