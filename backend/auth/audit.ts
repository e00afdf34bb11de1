import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "./context.ts";

/** GoTrue's actions and their categories. */
const LOG_TYPES = {
  login: "account",
  logout: "account",
  invite_accepted: "account",
  user_signedup: "team",
  user_invited: "team",
  user_deleted: "team",
  user_modified: "user",
  user_recovery_requested: "user",
  user_reauthenticate_requested: "user",
  user_confirmation_requested: "user",
  user_repeated_signup: "user",
  user_updated_password: "user",
  factor_in_progress: "factor",
  factor_unenrolled: "factor",
  factor_updated: "factor",
  factor_deleted: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
  recovery_codes_generated: "factor",
  recovery_codes_regenerated: "factor",
  recovery_codes_verified: "factor",
  recovery_codes_deleted: "factor",
  identity_linked: "user",
  identity_unlinked: "user",
  passkey_created: "user",
  passkey_updated: "user",
  passkey_deleted: "user",
  token_refreshed: "token",
  token_revoked: "token",
} as const;

export type AuditAction = keyof typeof LOG_TYPES;

/** Who did it; null for an operator with the service key, or for an unknown person. */
type Actor = { id: string; email: string | null; isSso: boolean } | null;

const SYSTEM = "00000000-0000-0000-0000-000000000000";

/** Writes one line of the audit trail within the caller's transaction. */
export const audit = async (
  auth: Auth,
  tx: Queryable,
  ip: string,
  action: AuditAction,
  actor: Actor,
  traits?: Record<string, unknown>,
): Promise<void> => {
  const payload = {
    action,
    actor_id: actor?.id ?? SYSTEM,
    actor_username: actor?.email ?? "",
    actor_via_sso: actor?.isSso ?? false,
    log_type: LOG_TYPES[action],
    ...(traits ? { traits } : {}),
  };
  await tx.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ($1, gen_random_uuid(), $2, $3, $4)`,
    [SYSTEM, JSON.stringify(payload), timestamp(auth), ip.slice(0, 64)],
  );
};
