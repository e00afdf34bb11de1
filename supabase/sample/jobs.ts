import { homeJobs } from "./jobs/home.ts";
import { lifeJobs } from "./jobs/life.ts";
import type { SampleJob } from "./shape.ts";

export const jobs: readonly SampleJob[] = [...homeJobs, ...lifeJobs];
