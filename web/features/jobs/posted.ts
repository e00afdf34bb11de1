import { jobSchema } from "#domain/jobs/posting.ts";
import { type PostedForm, postedText, refusedForm, signInFirst } from "#web/ui/posted-form.ts";
import type { NewJob } from "./writes.ts";

/** Checks a job that no script handled. Only scripts hold a session, so it is not posted yet. */
export const checkPostedJob = (form: FormData): PostedForm<NewJob> => {
  const limit = postedText(form, "revealLimit");
  const values: NewJob = {
    title: postedText(form, "title"),
    description: postedText(form, "description"),
    categories: form.getAll("categories").filter((chosen) => typeof chosen === "string"),
    location: postedText(form, "location"),
    budget: postedText(form, "budget"),
    contactName: postedText(form, "contactName"),
    contactEmail: postedText(form, "contactEmail"),
    contactPhone: postedText(form, "contactPhone"),
    // Without scripts nobody is logged in, and only an account uploads.
    pictures: [],
    revealLimit: /^\d+$/.test(limit) ? Number(limit) : null,
  };
  const parsed = jobSchema.safeParse(values);
  const posted = parsed.success
    ? signInFirst("Log in or sign up to post your job")
    : refusedForm(...parsed.error.issues.map(({ message }) => message));
  return { ...posted, values };
};
