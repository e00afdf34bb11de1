import type { Queryable } from "#backend/core/database/database.ts";
import type { Method } from "../context.ts";
import { type Auth, timestamp, type UserCall } from "../context.ts";
import { refuse } from "../errors.ts";

/**
 * Seconds after a proof (a sign-in, a second step, the current password, a mailed code) in which a session
 * may change how its account signs in.
 */
const FRESH = 300;
/** As above, for the last step of an enrolment that began in time: people look for their phone. */
const TO_FINISH = 900;
/** Seconds in which a link to choose a password may be used for that. */
const TO_CHOOSE = 900;

/** The methods that open a session only to choose a password. */
export const CHOOSING: readonly string[] = ["recovery", "invite"] satisfies Method[];

/**
 * Whether a link to choose a password opened the session, and it has not done so yet. If the project
 * requires the current password, that right ends after `TO_CHOOSE` and after one use.
 */
export const choosesPassword = (auth: Auth, { session }: UserCall): boolean => {
  if (!CHOOSING.some((method) => session.methods.includes(method))) return false;
  const age = auth.core.clock.now() - session.createdAt.getTime();
  return !auth.config.requireCurrentPassword || age <= TO_CHOOSE * 1000;
};

/** When a recovery link's session ends, unless a password is chosen; null if it may continue. */
export const recoveryEnd = (auth: Auth, method: Method): string | null =>
  auth.config.requireCurrentPassword && method === "recovery" ? timestamp(auth, TO_CHOOSE) : null;

const isFresh = (auth: Auth, { session }: UserCall, seconds: number): boolean => {
  const provenAt = session.provenAt?.getTime() ?? 0;
  return provenAt > auth.core.clock.now() - seconds * 1000;
};

/**
 * Whether the session's person must prove their identity again before changing how the account signs in.
 * Null if the project does not require it, or the account is only its session. Other services read it in
 * `GET /user`.
 */
export const needsFreshProof = (auth: Auth, call: UserCall): boolean | null =>
  !auth.config.requireCurrentPassword || call.user.is_anonymous
    ? null
    : !isFresh(auth, call, FRESH);

/**
 * Refuses to change how the account signs in without recent proof, in projects that require the current
 * password: tokens alone may be stolen, and a refresh proves nothing. A link to choose a password is no
 * such proof. An anonymous account is nothing but its session.
 */
export const requireFreshProof = (
  auth: Auth,
  call: UserCall,
  { finishing = false }: { finishing?: boolean } = {},
): void => {
  if (!auth.config.requireCurrentPassword || call.user.is_anonymous) return;
  if (isFresh(auth, call, finishing ? TO_FINISH : FRESH)) return;
  throw refuse("reauthentication_needed", {
    message:
      "Please confirm it's you: this needs your password, or a sign-in within the last five minutes",
  });
};

/** Records that the session's person proved their identity. */
export const recordProof = async (
  auth: Auth,
  tx: Queryable,
  sessionId: string,
  method: Method,
): Promise<void> => {
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, $2, $2, $3)
     on conflict (session_id, authentication_method) do update set updated_at = $2`,
    [sessionId, timestamp(auth), method],
  );
};

/**
 * The oldest of the last proofs of the account's sessions. Anything added to the account since may come
 * from a thief of one of them. The session of a link to choose a password does not count. Null if no other
 * session remains.
 */
export const unprovenSince = async (tx: Queryable, userId: string): Promise<Date | null> => {
  const [row] = await tx.query<{ since: Date | null }>(
    `select min(proven_at) as since from (
       select max(c.updated_at) as proven_at
         from auth.sessions s join auth.mfa_amr_claims c on c.session_id = s.id
        where s.user_id = $1 and c.authentication_method <> all($2)
        group by s.id) as sessions`,
    [userId, CHOOSING],
  );
  return row?.since ?? null;
};

/**
 * Turns the session of a link that chose its password into an ordinary one. Refuses if another request of
 * the session did so just before; the caller holds the user's row.
 */
export const endChoosing = async (auth: Auth, tx: Queryable, sessionId: string): Promise<void> => {
  const used = await tx.query(
    `delete from auth.mfa_amr_claims
      where session_id = $1 and authentication_method = any($2) returning id`,
    [sessionId, CHOOSING],
  );
  if (used.length === 0) {
    throw refuse("reauthentication_needed", { message: "Current password is required" });
  }
  await tx.query("update auth.sessions set not_after = null where id = $1", [sessionId]);
  await recordProof(auth, tx, sessionId, "otp");
};

/**
 * Ends unfinished changes from before the new password: a second factor without its first code, a passkey,
 * another address or number, an identity to be linked. The person who began them may be the one now shut
 * out.
 */
export const endUnfinished = async (tx: Queryable, userId: string): Promise<void> => {
  await tx.query("delete from auth.mfa_factors where user_id = $1 and status = 'unverified'", [
    userId,
  ]);
  await tx.query("delete from auth.webauthn_challenges where user_id = $1", [userId]);
  await tx.query("delete from auth.flow_state where user_id = $1 or linking_target_id = $1", [
    userId,
  ]);
  await tx.query("delete from auth.one_time_tokens where user_id = $1", [userId]);
  await tx.query(
    "update auth.users set email_change = '', phone_change = '', email_change_confirm_status = 0 where id = $1",
    [userId],
  );
};
