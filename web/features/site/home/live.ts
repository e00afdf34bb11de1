import { NO_FILTER } from "#domain/jobs/jobs.ts";
import type { DirectoryResult } from "#domain/providers/results.ts";
import { loadNewestReviews, type NewestReview } from "#web/features/feedback/index.ts";
import { type Job, loadJobs } from "#web/features/jobs/index.ts";
import { loadTodaysProviders } from "#web/features/providers/index.ts";
import type { Db } from "#web/session/database.ts";

/** What is happening on the site: people, their newest reviews and jobs, and how many people and jobs there are. */
export interface LiveHome {
  providers: DirectoryResult["providers"];
  providerCount: number;
  reviews: readonly NewestReview[];
  jobs: readonly Job[];
  jobCount: number;
}

/** All of it is public. Test data is not counted. */
export const loadLiveHome = async (db: Db): Promise<LiveHome> => {
  const [listed, reviews, posted] = await Promise.all([
    loadTodaysProviders(db, 6),
    loadNewestReviews(db, 3),
    loadJobs(db, NO_FILTER, 1),
  ]);
  return {
    providers: listed.providers,
    providerCount: listed.total,
    reviews,
    jobs: posted.jobs.slice(0, 4),
    jobCount: posted.total,
  };
};
