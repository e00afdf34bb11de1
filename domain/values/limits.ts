/**
 * The longest text of each field that people fill in, by table and column. Forms, rules and `maxLength`
 * read it here; tests/security/site-limits.test.ts compares it with the checks of the database.
 */
export const LIMITS = {
  profiles: {
    first_name: 80,
    last_name: 80,
    location: 120,
    business_name: 120,
    bio: 5000,
    phone_number: 40,
  },
  jobs: {
    title: 150,
    description: 5000,
    location: 120,
    budget: 100,
    contact_name: 120,
    contact_email: 200,
    contact_phone: 40,
  },
  job_alerts: { area: 120 },
  job_quotes: { message: 4000, reason: 500 },
  feedback: { title: 150, description: 4000, edit_reason: 500 },
  feedback_replies: { reply_text: 2000 },
  enquiries: { subject: 150 },
  enquiry_messages: { body: 5000 },
  businesses: { business_name: 120, business_email: 200 },
  services: { title: 100, description: 1000, price_text: 60 },
  availability: { radius: 100 },
  categories: { name: 80, group_name: 80 },
  search_synonyms: { term: 60, means: 60 },
  coupons: { code: 40 },
  reports: { details: 2000, outcome_reason: 2000, appeal_text: 2000 },
} as const;

/** The same for texts that no column stores as typed. */
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
