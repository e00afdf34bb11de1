import { enquirySchema } from "#domain/enquiries/enquiries.ts";
import { type PostedForm, postedText, refusedForm, signInFirst } from "#web/ui/posted-form.ts";

export interface EnquiryInput {
  subject: string;
  message: string;
  pictures: string[];
}

/** Checks an enquiry that no script handled. Only scripts hold a session, so it is not sent yet. */
export const postEnquiry = (form: FormData): PostedForm<EnquiryInput> => {
  const values = {
    subject: postedText(form, "subject"),
    message: postedText(form, "message"),
    pictures: [],
  };
  const parsed = enquirySchema.safeParse(values);
  const posted = parsed.success
    ? signInFirst("Log in to send your enquiry")
    : refusedForm(...parsed.error.issues.map(({ message }) => message));
  return { ...posted, values };
};
