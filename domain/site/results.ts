import { z } from "zod";
import { plansSetting } from "#domain/membership/plan-setting.ts";

const text = z.string().nullable();

const setting = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value,
    /** A save is refused if a colleague has saved since. */
    updated_at: z.string(),
    revisions: z.array(
      z.strictObject({
        id: z.number(),
        value: z.json(),
        replaced_at: z.string(),
        replaced_by: z.string().nullable(),
      }),
    ),
  });

const coupon = z.strictObject({
  code: z.string(),
  months: z.number(),
  is_active: z.boolean(),
  max_redemptions: z.number(),
  redeemed: z.number(),
  updated_at: z.string(),
});
export type Coupon = z.output<typeof coupon>;

/** `HomeTexts` as a schema: here, because every page has the texts and none of them needs zod. */
const homeTexts = z.strictObject({
  headline: z.string(),
  join: z.string(),
  solved: z.string(),
  tagline: z.string(),
  examples: z.boolean(),
  quotes: z.array(z.strictObject({ words: z.string(), who: z.string() })),
});

const settings = z.strictObject({
  settings: z.strictObject({
    site_name: setting(z.string()),
    home_texts: setting(homeTexts.nullable()),
    brand_colour: setting(z.string()),
    logo: setting(z.string()),
    company: setting(z.strictObject({ name: z.string(), number: z.string(), address: z.string() })),
    contact_email: setting(z.string()),
    feedback_publication: setting(z.string()),
    social_links: setting(z.record(z.string(), z.string())),
    maintenance_notice: setting(z.strictObject({ on: z.boolean(), text: z.string() })),
    plans: setting(plansSetting),
    legal_terms: setting(z.string()),
    legal_privacy: setting(z.string()),
  }),
  coupons: z.array(coupon),
});
export type SiteSettings = z.output<typeof settings>;

/** The settings of mails by their keys; null is the original. */
const mails = z.record(
  z.string(),
  setting(
    z.strictObject({ subject: z.string(), heading: z.string(), text: z.string() }).nullable(),
  ),
);
export type MailSettings = z.output<typeof mails>;

const sentMail = z.strictObject({
  account: z
    .strictObject({ name: z.string(), is_active: z.boolean(), confirmed_at: text })
    .nullable(),
  /** Newest first. */
  mails: z.array(
    z.strictObject({
      id: z.string(),
      /** About sign-up, a password or a link; otherwise a notice. */
      signing_in: z.boolean(),
      state: z.enum(["sent", "waiting", "refused", "unwanted"]),
      queued_at: z.string(),
      ended_at: text,
      attempts: z.number(),
      /** The mail server's last refusal. */
      answer: text,
    }),
  ),
});
export type SentMail = z.output<typeof sentMail>;

/** The networks of `social_links`, in the order of the footer. */
export const SITE_NETWORKS = [
  ["facebook", "Facebook"],
  ["instagram", "Instagram"],
  ["linkedin", "LinkedIn"],
  ["x", "X (Twitter)"],
  ["youtube", "YouTube"],
  ["tiktok", "TikTok"],
] as const;

const health = z.strictObject({
  /** What does not work now; admins were emailed about each. */
  troubles: z.array(z.strictObject({ subject: z.string(), what: z.string(), reason: text })),
  tasks: z.array(
    z.strictObject({
      name: z.string(),
      last_success: text,
      /** Since the last success. */
      failures: z.number(),
      last_error: text,
      running: z.boolean(),
    }),
  ),
  /** The oldest of those that could not be sent so far. */
  mails: z.array(
    z.strictObject({
      kind: z.string(),
      queued_at: z.string(),
      attempts: z.number(),
      reason: text,
    }),
  ),
  mails_waiting: z.number(),
  webhook: z.strictObject({
    last_success: text,
    failures: z.number(),
    last_error: text,
    last_refused: text,
  }),
  database: z.strictObject({ version: z.string(), bytes: z.number() }),
  postcodes: z.strictObject({ loaded: z.boolean(), sectors: z.number(), outwards: z.number() }),
  /** Null where a hosted Supabase is used. */
  release: text,
});
export type SiteHealth = z.output<typeof health>;

/** What the functions about the site give as JSON. */
export const siteResults = {
  admin_settings: settings,
  admin_mails: mails,
  admin_sent_mail: sentMail,
  admin_health: health,
};
