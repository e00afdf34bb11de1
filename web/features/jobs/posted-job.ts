import { useLocation } from "react-router";

/** What the history entry after posting remembers. */
export interface PostedJob {
  postedJob: { id: string; title: string; category: string; location: string };
}

/** The job that was just posted. */
export const usePostedJob = (): PostedJob["postedJob"] | undefined =>
  (useLocation().state as Partial<PostedJob> | null)?.postedJob;
