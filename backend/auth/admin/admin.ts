import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import { parseDuration } from "#backend/core/project/reader.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { type Auth, type Call, timestamp } from "../context.ts";
import { brokenConstraint, refuse, sqlState } from "../errors.ts";
import { checkLength } from "../passwords/passwords.ts";
import { confirmPhone } from "../phone/phones.ts";
import { flag, metadata, text } from "../request.ts";
import type { Metadata, User } from "../users/user.ts";
import { confirmEmail, findUserById, reload } from "../users/users.ts";

/**
 * The fields of a user that an operator may set. The limits are those of users; everything else is the
 * operator's choice.
 */
export const AdminUser = z.object({
  id: text(36),
  email: text(320),
  phone: text(32),
  password: z.string().max(4096).nullish(),
  password_hash: text(255),
  email_confirm: flag(false),
  phone_confirm: flag(false),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text(64),
  role: text(64),
});
type AdminUserBody = z.output<typeof AdminUser>;

/** The user of the route's `:id`. */
export const namedUser = async (auth: Auth, call: Call): Promise<User> => {
  const { id } = call.params;
  if (!isUuid(id)) throw refuse("user_id_malformed");
  const user = await findUserById(auth.core.db, id);
  if (!user) throw refuse("user_not_found");
  return user;
};

/** Seconds of a Go duration ("1h30m"), 0 for "none". */
const banSeconds = (duration: string): number => {
  if (duration === "none") return 0;
  const total = parseDuration(duration);
  if (total === null) {
    const unitless = /^\d+(\.\d+)?$/.test(duration) ? "missing unit in" : "invalid";
    throw refuse("validation_failed", {
      message: `invalid format for ban duration: time: ${unitless} duration "${duration}"`,
    });
  }
  // A thousand years is as good as for ever, and still a date that every client can read.
  return Math.min(total, 1000 * 365 * 24 * 3600);
};

/** The hash of the password that an operator set: hashed here, or given as a hash; null without one. */
export const operatorPassword = async (auth: Auth, body: AdminUserBody): Promise<string | null> => {
  if (body.password && body.password_hash) {
    throw refuse("validation_failed", {
      message: "Only a password or a password hash should be provided",
    });
  }
  if (body.password_hash) {
    if (!/^(\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$argon2id\$.{40,200})$/.test(body.password_hash)) {
      throw refuse("validation_failed", { message: "invalid format for password hash" });
    }
    return body.password_hash;
  }
  if (!body.password) return null;
  checkLength(body.password);
  return auth.passwords.hash(body.password);
};

/** A hash that no password matches in practice: for accounts that an operator created without one. */
export const hashOfRandomPassword = (auth: Auth): Promise<string> =>
  auth.passwords.hash(randomBytes(32).toString("base64url"));

/** Adds the parts of `body` that are not account fields. */
export const applyOperatorFacts = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  body: AdminUserBody,
): Promise<void> => {
  const now = timestamp(auth);
  if (body.role) {
    await tx.query("update auth.users set role = $2, updated_at = $3 where id = $1", [
      userId,
      body.role,
      now,
    ]);
  }
  if (body.email_confirm) await confirmEmail(auth, tx, userId);
  if (body.phone_confirm && (await reload(tx, userId)).phone) await confirmPhone(auth, tx, userId);
  if (body.ban_duration) {
    const length = banSeconds(body.ban_duration);
    await tx.query("update auth.users set banned_until = $2, updated_at = $3 where id = $1", [
      userId,
      length > 0 ? timestamp(auth, length) : null,
      now,
    ]);
    if (length > 0) await tx.query("delete from auth.sessions where user_id = $1", [userId]);
  }
};

/** Changes a user's own or the project's data about them. */
export const setMetadata = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  column: "raw_user_meta_data" | "raw_app_meta_data",
  value: Metadata,
): Promise<void> => {
  await tx.query(`update auth.users set ${column} = $2, updated_at = $3 where id = $1`, [
    userId,
    JSON.stringify(value),
    timestamp(auth),
  ]);
};

/** Turns a conflict over an address or number into a refusal; passes other errors on. */
export const asConflict = (error: unknown): unknown => {
  if (sqlState(error) !== "23505") return error;
  switch (brokenConstraint(error)) {
    case "users_email_partial_key":
      return refuse("email_exists", { cause: error });
    case "users_phone_key":
      return refuse("phone_exists", { cause: error });
    case "users_pkey":
      return refuse("unprocessable", { message: "A user with this id exists", cause: error });
    default:
      return error;
  }
};
