import { mayPostJobs } from "#domain/accounts.ts";
import { useSession } from "./session.ts";

/** Whether the way to post a job is shown; a visitor's and an unknown person's is. */
export const useMayPostJobs = (): boolean => {
  const session = useSession();
  return session.status !== "signed-in" || mayPostJobs(session.profile?.account_type);
};
