export { loadRevealedIds } from "./contacts.ts";
export { JobAlerts } from "./job-alerts.tsx";
export type { JobViewer } from "./job-card.tsx";
export { JobDirectory, JobDirectoryProblem } from "./job-directory.tsx";
export { JobRows } from "./job-row.tsx";
export { JobMeta, jobDays } from "./own/job-status.tsx";
export { MyJobs } from "./own/my-jobs.tsx";
export { activeJobs, nextStepOf, withPrice } from "./own/next-step.ts";
export { loadMyJobs, loadQuotersOf, type MyJob } from "./own/queries.ts";
export { PostJob } from "./post-job.tsx";
export { checkPostedJob } from "./posted.ts";
export {
  type EditableJob,
  type Job,
  loadEditable,
  loadJob,
  loadJobs,
  type RequestedJob,
} from "./queries.ts";
export { ANSWERS, answerQuestion, loadQuestion } from "./question.ts";
export { Faces } from "./quotes/faces.tsx";
export { hireNews } from "./quotes/hire-news.ts";
export {
  loadHire,
  loadOwnQuote,
  loadQuotesAndHire,
  loadWonWork,
  type MyQuote,
} from "./quotes/queries.ts";
export { loadQuoters, type Quoters } from "./quotes/quoters.ts";
export { StillLooking } from "./still-looking.tsx";
export type { NewJob } from "./writes.ts";
