import { mayPostJobs } from "#domain/accounts.ts";
import { useSession } from "./session.ts";

/** Whether to show the link for posting a job; visitors and people not yet known see it. */
export const useMayPostJobs = (): boolean => {
  const session = useSession();
  return session.status !== "signed-in" || mayPostJobs(session.profile?.account_type);
};
