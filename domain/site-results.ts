import { z } from "zod";

const setting = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value,
    /** The version on the screen, so that nobody overwrites a colleague. */
    version: z.number(),
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
});
export type Coupon = z.output<typeof coupon>;

const settings = z.strictObject({
  settings: z.strictObject({
    site_name: setting(z.string()),
    contact_email: setting(z.string()),
    feedback_publication: setting(z.string()),
    social_links: setting(z.record(z.string(), z.string())),
    maintenance_notice: setting(z.strictObject({ on: z.boolean(), text: z.string() })),
    legal_terms: setting(z.string()),
    legal_privacy: setting(z.string()),
  }),
  coupons: z.array(coupon),
});
export type SiteSettings = z.output<typeof settings>;

/** What the functions about the site give as JSON. */
export const siteResults = { admin_settings: settings };
