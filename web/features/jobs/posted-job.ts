import { useEntryState } from "#web/ui/use-is-live.ts";

/** What the history entry after posting remembers. */
export interface PostedJob {
  postedJob: { id: string; title: string; category: string; location: string };
}

/** The job that was just posted. */
export const usePostedJob = (): PostedJob["postedJob"] | undefined =>
  useEntryState<PostedJob>()?.postedJob;
