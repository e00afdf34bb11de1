import type { z } from "zod";
import { invitedReviewSchema } from "#domain/feedback/feedback.ts";
import type { Db } from "#web/session/database.ts";
import { startDraft } from "#web/session/start-draft.ts";
import { postDraft } from "#web/ui/connected/post-draft.ts";
import { postedSender } from "#web/ui/connected/unseen.tsx";
import { type PostedDraft, postedText } from "#web/ui/posted-form.ts";

type InvitedReview = z.output<typeof invitedReviewSchema>;
export type PostedReview = PostedDraft<InvitedReview>;

/** Sends a review by a provider's link, whose mail confirms it. */
export const startReview = (
  db: Db,
  code: string,
  { rating, title, description, work, worked_on, ...sender }: InvitedReview,
  age: number,
): Promise<string> =>
  startDraft(db, "review", sender, { code, rating, title, description, work, worked_on }, age);

/** Sends a review that no script handled. */
export const postReview = async (
  visitor: Db,
  code: string,
  form: FormData,
): Promise<PostedReview> => {
  const { sender, age } = postedSender(form);
  const values = {
    ...sender,
    rating: Number(postedText(form, "rating")),
    title: postedText(form, "title"),
    description: postedText(form, "description"),
    work: postedText(form, "work"),
    worked_on: postedText(form, "worked_on"),
  };
  return postDraft(invitedReviewSchema, values, (given) => startReview(visitor, code, given, age));
};
