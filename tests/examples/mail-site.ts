import { DEFAULT_PLANS } from "#domain/membership/plans.ts";

/** A site as its mails name it, with the usual prices. */
export const MAIL_SITE = {
  name: "Solutionz",
  colour: "",
  company: "",
  plans: DEFAULT_PLANS,
  url: "https://www.example.org",
};
