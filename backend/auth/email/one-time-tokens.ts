import {
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  randomUUID,
  timingSafeEqual,
} from "node:crypto";
import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { PKCE_PREFIX } from "../sessions/pkce.ts";
import { revivePreviousLink } from "../users/earlier-sign-ups.ts";

/** What a mailed link or code proves, in the values of `auth.one_time_token_type`. */
export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token"
  | "phone_change_token";

/** The mailed secrets: the long form for links, the short one for typing. Neither is stored. */
export interface Secret {
  link: string;
  code: string;
}

/** A valid link or code that is not used up yet. */
export type Found = {
  id: string;
  user_id: string;
  token_type: TokenType;
  /** The address or number that it was sent to. */
  relates_to: string;
};

/** Wrong guesses at one code, after which only its link works. */
const ATTEMPTS = 5;

export const hashLink = (link: string): string => createHash("sha256").update(link).digest("hex");

/**
 * A code has few possible values, so its hash is keyed with a secret outside the database. A reader of the
 * tables cannot try them all.
 */
export const hashCode = (auth: Auth, tokenId: string, code: string): string =>
  createHmac("sha256", auth.core.keys.serviceRole).update(`${tokenId}:${code}`).digest("hex");

const equal = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const newCode = (digits: number): string =>
  Array.from({ length: Math.min(Math.max(digits, 6), 10) }, () => randomInt(10)).join("");

/**
 * Locks the user, so that only one transaction at a time changes the user's tokens. A user has one of each
 * type, and two transactions at once would not see each other's. Every transaction locks the user before
 * the tokens, so that no two wait for each other.
 */
const lockUser = (tx: Queryable, userId: string) =>
  tx.query("select from auth.users where id = $1 for no key update", [userId]);

/**
 * Creates a link and a code for the user. Earlier ones of the same type become invalid, except links that
 * confirm a sign-up (`findMailedLink`). With `linkOnly` the code is not stored: nobody sees it, so anybody
 * who types one is guessing.
 */
export const createSecret = async (
  auth: Auth,
  tx: Queryable,
  token: {
    userId: string;
    type: TokenType;
    relatesTo: string;
    pkce?: boolean;
    code?: string;
    linkOnly?: boolean;
  },
): Promise<Secret> => {
  const id = randomUUID();
  // 224 bits in hexadecimal, so that links look like GoTrue's.
  const link = `${token.pkce ? PKCE_PREFIX : ""}${randomBytes(28).toString("hex")}`;
  const code = token.code ?? newCode(auth.config.email.otpLength);
  await lockUser(tx, token.userId);
  if (token.type === "confirmation_token") await revivePreviousLink(auth, tx, token.userId);
  await tx.query("delete from auth.one_time_tokens where user_id = $1 and token_type = $2", [
    token.userId,
    token.type,
  ]);
  await tx.query(
    `insert into auth.one_time_tokens
       (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [id, token.userId, token.type, hashLink(link), token.relatesTo, timestamp(auth)],
  );
  if (token.linkOnly) return { link, code };
  await tx.query("insert into _backend.auth_codes (token_id, code_hash) values ($1, $2)", [
    id,
    hashCode(auth, id, code),
  ]);
  return { link, code };
};

/** The earliest time at which a still valid link can have been created. */
const oldest = (auth: Auth, seconds = auth.config.email.otpExpiry) => timestamp(auth, -seconds);

const EXPIRED_LINK = "Email link is invalid or has expired";

/** The token of a link; refuses with `otp_expired` if it is unknown, used or too old. */
export const findLink = async (
  auth: Auth,
  db: Queryable,
  types: readonly TokenType[],
  link: string,
): Promise<Found> => {
  const [found] = await db.query<Found>(
    `select id, user_id, token_type::text, relates_to from auth.one_time_tokens
      where token_hash = $1 and token_type::text = any($2)
        and (created_at > $3 or (created_at > $4 and token_type = 'confirmation_token'
          and user_id in (select id from auth.users where invited_at is not null)))`,
    [hashLink(link), types, oldest(auth), oldest(auth, auth.config.email.invitationExpiry)],
  );
  if (!found) throw refuse("otp_expired", { message: EXPIRED_LINK });
  return found;
};

/** A token whose code may still be tried. */
type Candidate = Found & { code_hash: string };

/**
 * Counts one attempt at the codes for the address and returns those that may still be tried. Must not be
 * part of a transaction that may be rolled back.
 */
export const attempt = (
  auth: Auth,
  types: readonly TokenType[],
  relatesTo: string,
  { userId = null, seconds }: { userId?: string | null; seconds?: number } = {},
): Promise<Candidate[]> =>
  auth.core.db.query<Candidate>(
    `update _backend.auth_codes c set attempts = attempts + 1
       from auth.one_time_tokens t
      where c.token_id = t.id and t.relates_to = $1 and t.token_type::text = any($2)
        and t.created_at > $3 and c.attempts < $4 and ($5::uuid is null or t.user_id = $5)
     returning t.id, t.user_id, t.token_type::text, t.relates_to, c.code_hash`,
    [relatesTo, types, oldest(auth, seconds), ATTEMPTS, userId],
  );

/** The one that matches the code, or nothing. */
export const matching = (
  auth: Auth,
  candidates: readonly Candidate[],
  code: string,
): Found | undefined =>
  candidates.find((token) => equal(token.code_hash, hashCode(auth, token.id, code)));

/**
 * The token whose code was typed for the address. Each call is one attempt and must not be part of a
 * transaction that may be rolled back. Every refusal is `otp_expired`.
 */
export const findCode = async (
  auth: Auth,
  types: readonly TokenType[],
  relatesTo: string,
  code: string,
  userId: string | null = null,
): Promise<Found> => {
  const found = matching(auth, await attempt(auth, types, relatesTo, { userId }), code);
  if (!found) throw refuse("otp_expired");
  return found;
};

/** Uses the token up. Of two simultaneous requests only one succeeds. */
export const consume = async (tx: Queryable, found: Found): Promise<void> => {
  await lockUser(tx, found.user_id);
  const deleted = await tx.query("delete from auth.one_time_tokens where id = $1 returning id", [
    found.id,
  ]);
  if (deleted.length === 0) throw refuse("otp_expired", { message: EXPIRED_LINK });
};
