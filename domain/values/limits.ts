import { LIMITS } from "./limits.generated.ts";

export { LIMITS };

/** The longest texts that people fill in and no column stores as typed. */
export const INPUT_LIMITS = {
  email: 200,
  full_name: 120,
  web_address: 300,
  image_address: 600,
  /** An admin's reason, which the person concerned reads. */
  reason: LIMITS.feedback.edit_reason,
  /** The search text of a list: a name, a town, an address. */
  search: 120,
  service_search: 200,
  /** The home page's two fields, and 'Other' of the category picker. */
  short_words: 100,
  skill: 80,
  /** One town or postcode of the area served. */
  place: 60,
  admin_username: 60,
  site_name: 60,
  company_name: 120,
  company_number: 30,
  company_address: 250,
  home_line: 80,
  home_quote: 200,
  site_notice: 300,
  legal_text: 40_000,
  plan_name: 40,
  plan_description: 120,
  /** `price_` and at most 100 characters, as Stripe writes it. */
  price_id: 106,
  /** Six digits, however they are grouped. */
  code: 16,
  recovery_code: 40,
  mail_subject: 150,
  mail_heading: 150,
  mail_text: 5000,
} as const;

/** @param what the text that is too long, as it reads after "keep": `the title` */
export const tooLong = (longest: number, what?: string): string => {
  const many = longest.toLocaleString("en-GB");
  return what
    ? `Please keep ${what} to ${many} characters`
    : `Please use at most ${many} characters`;
};
