import { quoteActs } from "#tests/security/jobs/quotes-acts.ts";
import { type Name, rows, type World } from "#tests/security/people.ts";
import { feedbackActs } from "./acts.ts";

/** Hires of the seeker's by job, and feedback about them, in a world that may still be starting. */
export const hireActs = (world: () => World) => {
  const acts = { ...quoteActs(world), ...feedbackActs(world) };
  const { own, post, send, accept, hired, reveal } = acts;
  /** As if the work of every hire had begun the day before. */
  const beginWork = () => own("update public.hires set reviewable_at = now() - interval '1 day'");
  return {
    ...acts,
    ...acts,
    reveal,
    beginWork,
    /** A job for which the member was hired by an accepted quote, and the work began. */
    hireByQuote: async (): Promise<string> => {
      const job = await post();
      await rows(send("member", job));
      await rows(accept("seeker", job, "member"));
      await beginWork();
      return job;
    },
    /** A job for which the client alone says that the member was hired, and the work began. */
    hireByWord: async (): Promise<string> => {
      const job = await post();
      await rows(reveal(job));
      await rows(hired("seeker", job, "here", "member"));
      await beginWork();
      return job;
    },
    confirm: (who: Name | "visitor", job: string) =>
      world().clientOf(who).rpc("confirm_hire", { job_id: job }),
    labels: async () =>
      (await own("select verified, in_contact from public.feedback order by created_at")) as {
        verified: boolean;
        in_contact: boolean;
      }[],
  };
};
