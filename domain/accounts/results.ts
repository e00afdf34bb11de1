import { z } from "zod";

const supportView = z.strictObject({
  until: z.string(),
  choices: z.strictObject({
    email_notifications: z.boolean(),
    job_alerts: z.boolean(),
    job_alerts_daily: z.boolean(),
    job_trades: z.array(z.string()),
    provider_updates: z.boolean(),
    marketing: z.boolean(),
    updated_at: z.string(),
  }),
  consents: z.array(
    z.strictObject({
      id: z.number(),
      purpose: z.string(),
      granted: z.boolean(),
      ends_at: z.string().nullable(),
      source: z.string(),
      created_at: z.string(),
    }),
  ),
  sessions: z.array(
    z.strictObject({
      device: z.string().nullable(),
      created_at: z.string(),
      last_used: z.string(),
    }),
  ),
  mails: z.array(
    z.strictObject({
      kind: z.string(),
      created_at: z.string(),
      sent_at: z.string().nullable(),
      dropped_at: z.string().nullable(),
      last_error: z.string().nullable(),
    }),
  ),
});
export type SupportView = z.output<typeof supportView>;

const file = z.strictObject({ bucket: z.string(), name: z.string(), size: z.number() });
export type AccountFile = z.output<typeof file>;

/** All data of an account: parts of rows, and the list of its files. */
const held = z.strictObject({
  parts: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      rows: z.array(z.record(z.string(), z.json())),
    }),
  ),
  files: z.array(file),
});
export type HeldData = z.output<typeof held>;

/** What the functions about accounts give as JSON. */
export const accountResults = {
  admin_users: z.strictObject({
    /** Rows of `profiles` without the longest columns. */
    users: z.array(z.looseObject({ category_names: z.array(z.string()) })),
    total: z.number(),
    /** There are more than `total`: a search or a status counts up to 10,000. */
    more: z.boolean(),
  }),
  admin_support_view: supportView,
  account_files: z.array(file),
  export_account: held,
  open_draft: z.union([
    z.strictObject({ problem: z.string() }),
    z.strictObject({ id: z.string(), kind: z.string(), email: z.string(), name: z.string() }),
  ]),
  finish_draft: z.strictObject({
    kind: z.string(),
    result: z.string().nullable(),
    email: z.string(),
    signs_in: z.boolean(),
    /** False for a review that waits for a moderator. */
    is_public: z.boolean(),
    no_password: z.boolean(),
  }),
};
