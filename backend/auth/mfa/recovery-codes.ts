import { createHash, randomBytes } from "node:crypto";
import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import type { Factor, User } from "../users/user.ts";
import { isVerified } from "./factors.ts";
import { toBase32 } from "./totp.ts";

const COUNT = 10;
const CODE_BYTES = 10;

export const RECOVERY = "recovery_code";

/** The user's recovery codes as a factor, or null. */
export const recoveryFactor = (user: User): Factor | null =>
  user.factors.find(({ factor_type }) => factor_type === RECOVERY) ?? null;

/** Whether the user can do without the one factor: recovery codes must never be the only one. */
export const hasOtherFactor = (user: User, without: string | null = null): boolean =>
  user.factors.some(
    (factor) => factor.id !== without && isVerified(factor) && factor.factor_type !== RECOVERY,
  );

/** The code in its original form, without differences of case, spaces and dashes. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/** 80 random bits cannot be guessed, so a plain hash is safe; the user's id separates sets. */
const hash = (userId: string, code: string): string =>
  createHash("sha256")
    .update(`${userId}:${plainCode(code)}`)
    .digest("hex");

/** "ABCD-EFGH-IJKL-MNOP", which people copy without mistakes. */
const newCode = (): string => (toBase32(randomBytes(CODE_BYTES)).match(/.{4}/g) ?? []).join("-");

/** Creates new codes for the user and invalidates earlier ones. The set must exist. */
export const replaceCodes = async (tx: Queryable, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: COUNT }, newCode);
  await tx.query("delete from _backend.auth_recovery_codes where user_id = $1", [userId]);
  await tx.query(
    `insert into _backend.auth_recovery_codes (user_id, code_hash)
     select $1::uuid, h from unnest($2::text[]) as h`,
    [userId, codes.map((code) => hash(userId, code))],
  );
  return codes;
};

/** Uses a code up; refuses every other. */
export const consumeCode = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  code: string,
): Promise<void> => {
  const used = await tx.query(
    `update _backend.auth_recovery_codes set used_at = $3
      where user_id = $1 and code_hash = $2 and used_at is null returning code_hash`,
    [userId, hash(userId, code), timestamp(auth)],
  );
  if (used.length === 0) {
    throw refuse("mfa_verification_failed", { message: "Invalid recovery code entered" });
  }
};

/** How many codes the user has, and how many of them are left. */
export const countCodes = async (
  db: Queryable,
  userId: string,
): Promise<{ total: number; remaining: number }> => {
  const [counted] = await db.query<{ total: number; remaining: number }>(
    `select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
       from _backend.auth_recovery_codes where user_id = $1`,
    [userId],
  );
  return counted ?? { total: 0, remaining: 0 };
};
