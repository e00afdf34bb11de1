import type { z } from "zod";
import { titleOf } from "#domain/accounts/drafts.ts";
import { startEnquirySchema } from "#domain/enquiries/enquiries.ts";
import type { Db } from "#web/session/database.ts";
import { startDraft } from "#web/session/start-draft.ts";
import { postDraft } from "#web/ui/connected/post-draft.ts";
import { postedSender } from "#web/ui/connected/unseen.tsx";
import { type PostedDraft, postedText } from "#web/ui/posted-form.ts";

type StartedEnquiry = z.output<typeof startEnquirySchema>;
export type PostedEnquiry = PostedDraft<StartedEnquiry>;

/** Sends a visitor's enquiry, whose mail confirms it. */
export const startEnquiry = (
  db: Db,
  providerId: string,
  { message, ...sender }: StartedEnquiry,
  age: number,
): Promise<string> => {
  const content = { provider_id: providerId, subject: titleOf(message), message };
  return startDraft(db, "enquiry", sender, content, age);
};

/** Sends an enquiry that no script handled. */
export const postEnquiry = async (
  visitor: Db,
  providerId: string,
  form: FormData,
): Promise<PostedEnquiry> => {
  const { sender, age } = postedSender(form);
  const values = { ...sender, message: postedText(form, "message") };
  return postDraft(startEnquirySchema, values, (given) =>
    startEnquiry(visitor, providerId, given, age),
  );
};
