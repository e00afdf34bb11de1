import { mayPostJobs } from "#domain/accounts/accounts.ts";
import { useSession } from "./session.ts";

/** Whether to show the link for posting a job. Visitors see it, because they may become seekers. */
export const useMayPostJobs = (): boolean => {
  const session = useSession();
  return session.status !== "signed-in" || mayPostJobs(session.profile?.account_type);
};
