import type { Queryable } from "#backend/core/database/database.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { type Auth, timestamp, type UserCall } from "../context.ts";
import { hashCode } from "../email/one-time-tokens.ts";
import { refuse } from "../errors.ts";
import type { Factor, User } from "../users/user.ts";
import type { WebAuthnSession } from "./webauthn.ts";

/** Seconds in which a challenge must be verified; GoTrue's default. */
const CHALLENGE_LIFETIME = 300;
/** Seconds after which an unfinished enrolment is replaced by the next. */
const ENROLMENT_LIFETIME = 300;

export const isVerified = (factor: Factor): boolean => factor.status === "verified";

/** Whether the account is protected by a second factor. */
export const hasSecondFactor = (user: User): boolean => user.factors.some(isVerified);

/** The user's factor that the route names; another user's counts as unknown. */
export const namedFactor = (user: User, id: string | undefined): Factor => {
  if (!isUuid(id)) throw refuse("factor_id_malformed");
  const factor = user.factors.find((one) => one.id === id.toLowerCase());
  if (!factor) throw refuse("mfa_factor_not_found");
  return factor;
};

/** Deletes the user's unfinished enrolments that are too old to be completed honestly. */
export const dropStaleEnrolments = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
): Promise<void> => {
  await tx.query(
    `delete from auth.mfa_factors
      where user_id = $1 and status = 'unverified' and created_at <= $2`,
    [userId, timestamp(auth, -ENROLMENT_LIFETIME)],
  );
};

/** The refusal of a name that another of the user's factors has. */
export const nameConflict = (name: string, cause?: unknown): Error =>
  refuse("mfa_factor_name_conflict", {
    message: `A factor with the friendly name "${name}" for this user already exists`,
    cause,
  });

/** Refuses a duplicate name, one factor too many, or a session that has not verified the first factor. */
export const checkPlace = (auth: Auth, user: User, name: string, aal: string): void => {
  const verified = user.factors.filter(isVerified).length;
  if (user.factors.some((factor) => (factor.friendly_name ?? "") === name))
    throw nameConflict(name);
  if (user.factors.length >= auth.config.mfa.maxEnrolledFactors) {
    throw refuse("too_many_enrolled_mfa_factors");
  }
  if (verified > 0 && aal !== "aal2") {
    throw refuse("insufficient_aal", { message: "AAL2 required to enroll a new factor" });
  }
};

/** Deletes a factor. Sessions that it had raised are `aal1` again. */
export const removeFactor = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  factorId: string,
): Promise<void> => {
  const deleted = await tx.query(
    `with factor as (
       delete from auth.mfa_factors where id = $1 and user_id = $2 returning id
     ), recovery as (
       delete from _backend.auth_recovery_sets where factor_id = $1 and user_id = $2 returning factor_id
     )
     select id from factor union all select factor_id from recovery`,
    [factorId, userId],
  );
  if (deleted.length === 0) throw refuse("mfa_factor_not_found");
  await tx.query(
    `delete from auth.mfa_amr_claims c using auth.sessions s
      where c.session_id = s.id and s.user_id = $1 and s.factor_id = $2
        and c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')`,
    [userId, factorId],
  );
  await tx.query(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $3
      where user_id = $1 and factor_id = $2`,
    [userId, factorId, timestamp(auth)],
  );
};

/** The caller's address as an `inet`; callers without one share a reserved address. */
const addressOf = (ip: string): string => (/^[0-9a-f.:]+$/i.test(ip) ? ip : "0.0.0.0");

/**
 * A new challenge for the factor, with the code sent by text (stored as a keyed hash) or the data for an
 * authenticator to sign, depending on its kind. Returns its id and its expiry (seconds since the epoch).
 */
export const createChallenge = async (
  auth: Auth,
  tx: Queryable,
  factorId: string,
  ip: string,
  expected: { code?: string; session?: WebAuthnSession } = {},
): Promise<{ id: string; expiresAt: number }> => {
  const id = crypto.randomUUID();
  const { code, session } = expected;
  await tx.query(
    `insert into auth.mfa_challenges
       (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      factorId,
      timestamp(auth),
      addressOf(ip),
      code ? hashCode(auth, id, code) : null,
      session ? JSON.stringify(session) : null,
    ],
  );
  return { id, expiresAt: Math.floor(auth.core.clock.now() / 1000) + CHALLENGE_LIFETIME };
};

/**
 * Returns the challenge. Refuses unless it belongs to this factor, is unanswered and in time, and was
 * requested from this address.
 */
export const checkChallenge = async (
  auth: Auth,
  call: UserCall,
  factorId: string,
  challengeId: string,
): Promise<{ otp_code: string | null; web_authn_session_data: WebAuthnSession | null }> => {
  if (!isUuid(challengeId)) {
    throw refuse("validation_failed", { message: "challenge_id must be an UUID" });
  }
  const [challenge] = await auth.core.db.query<{
    created_at: Date;
    verified_at: Date | null;
    otp_code: string | null;
    web_authn_session_data: WebAuthnSession | null;
    here: boolean;
  }>(
    `select created_at, verified_at, otp_code, web_authn_session_data, ip_address = $3::inet as here
       from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factorId, addressOf(call.ip)],
  );
  if (!challenge) {
    throw refuse("mfa_challenge_unknown");
  }
  if (challenge.verified_at || !challenge.here) throw refuse("mfa_ip_address_mismatch");
  if (challenge.created_at.getTime() + CHALLENGE_LIFETIME * 1000 < auth.core.clock.now()) {
    throw refuse("mfa_challenge_expired", {
      message: `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    });
  }
  return challenge;
};

/** Uses the challenge up. Of two simultaneous responses only one succeeds. */
export const consumeChallenge = async (
  auth: Auth,
  tx: Queryable,
  challengeId: string,
): Promise<void> => {
  const consumed = await tx.query(
    `update auth.mfa_challenges set verified_at = $2
      where id = $1 and verified_at is null returning id`,
    [challengeId, timestamp(auth)],
  );
  if (consumed.length === 0) throw refuse("mfa_ip_address_mismatch");
};

/** Uses up the code of a step; that step and older ones are refused from then on. */
export const recordUsedStep = async (
  tx: Queryable,
  factorId: string,
  step: number,
): Promise<void> => {
  const used = await tx.query(
    `insert into _backend.auth_totp_uses as u (factor_id, last_step) values ($1, $2)
     on conflict (factor_id) do update set last_step = excluded.last_step
       where u.last_step < excluded.last_step
     returning factor_id`,
    [factorId, step],
  );
  if (used.length === 0) throw refuse("mfa_verification_failed");
};
