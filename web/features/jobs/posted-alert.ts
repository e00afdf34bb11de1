import { senderSchema } from "#domain/accounts/sender.ts";
import type { JobFilter } from "#domain/jobs/jobs.ts";
import { NETWORK_ISSUE } from "#domain/site/messages.ts";
import type { Db } from "#web/session/database.ts";
import { type Sender, startDraft } from "#web/session/start-draft.ts";
import { postDraft } from "#web/ui/connected/post-draft.ts";
import { postedSender } from "#web/ui/connected/unseen.tsx";
import { type PostedDraft, refusedForm } from "#web/ui/posted-form.ts";

export type PostedAlert = PostedDraft<Sender>;

/** Whoever orders these emails gives an address only. */
const ALERT_NAME = "Visitor";

/** Orders emails about new jobs of a category and place, whose mail confirms them. */
const startAlert = (
  db: Db,
  { category, location }: Pick<JobFilter, "category" | "location">,
  sender: Sender,
  age: number,
): Promise<string> => startDraft(db, "alert", sender, { category, location }, age);

const valuesOf = (form: FormData): Sender => ({ ...postedSender(form).sender, name: ALERT_NAME });

/** The form that did not reach the server, with the address that was typed. */
export const unsentAlert = (form: FormData): PostedAlert => ({
  ...refusedForm(),
  messages: [NETWORK_ISSUE],
  values: valuesOf(form),
});

/** The form of the job directory. */
export const postAlert = async (
  visitor: Db,
  filter: JobFilter,
  form: FormData,
): Promise<PostedAlert> => {
  const { age } = postedSender(form);
  return postDraft(senderSchema, valuesOf(form), (given) =>
    startAlert(visitor, filter, given, age),
  );
};
