import type { z } from "zod";
import { titleOf } from "#domain/accounts/drafts.ts";
import { withPoundSign } from "#domain/jobs/budget.ts";
import { startJobSchema } from "#domain/jobs/posting.ts";
import type { Db } from "#web/session/database.ts";
import { startDraft } from "#web/session/start-draft.ts";
import { postDraft } from "#web/ui/connected/post-draft.ts";
import { postedSender } from "#web/ui/connected/unseen.tsx";
import { type PostedDraft, postedText } from "#web/ui/posted-form.ts";

type StartedJob = z.output<typeof startJobSchema>;
export type PostedStart = PostedDraft<StartedJob>;

/** Sends a visitor's job, whose mail confirms it. */
export const startJob = (
  db: Db,
  { what, categories, location, budget, ...sender }: StartedJob,
  age: number,
): Promise<string> => {
  const job = { title: titleOf(what), description: what, categories, location };
  return startDraft(db, "job", sender, { ...job, budget: withPoundSign(budget) }, age);
};

/** Sends a job that no script handled. */
export const postStartedJob = async (visitor: Db, form: FormData): Promise<PostedStart> => {
  const { sender, age } = postedSender(form);
  const values = {
    ...sender,
    what: postedText(form, "what"),
    categories: form.getAll("categories").filter((chosen) => typeof chosen === "string"),
    location: postedText(form, "location"),
    budget: postedText(form, "budget"),
  };
  return postDraft(startJobSchema, values, (given) => startJob(visitor, given, age));
};
