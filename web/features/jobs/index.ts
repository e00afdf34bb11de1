export type { JobViewer } from "./job-card.tsx";
export { JobDirectory } from "./job-directory.tsx";
export { PostJobForm } from "./post-job-form.tsx";
export { type Job, type JobPage, loadJob, loadJobs } from "./queries.ts";
export { deleteJob, loadRevealedIds, loadReveals, setJobStatus } from "./writes.ts";
