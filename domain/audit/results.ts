import { z } from "zod";

const entry = z.strictObject({
  id: z.number(),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  action: z.string(),
  target_table: z.string(),
  target_id: z.string().nullable(),
  target_label: z.string().nullable(),
  before: z.json(),
  after: z.json(),
  reason: z.string().nullable(),
  created_at: z.string(),
});
export type AuditEntry = z.output<typeof entry>;

const page = z.strictObject({
  items: z.array(entry),
  next: z.number().nullable(),
  actions: z.array(z.string()),
});
export type AuditPage = z.output<typeof page>;

const verified = z.strictObject({
  checked: z.number(),
  next: z.number().nullable(),
  broken: z
    .strictObject({ position: z.number().nullable(), entry: z.number(), why: z.string() })
    .nullable(),
});
export type Verified = Pick<z.output<typeof verified>, "checked" | "broken">;

/** What the functions about the audit log give as JSON. */
export const auditResults = { admin_audit_log: page, verify_audit_log: verified };
