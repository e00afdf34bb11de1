import type { Queryable } from "#backend/core/database/database.ts";
import { audit } from "../audit.ts";
import type { Auth, Call, Method } from "../context.ts";
import { refuse } from "../errors.ts";
import { ensureIdentity } from "../oauth/identities.ts";
import { confirmPhone, confirmPhoneChange } from "../phone/phones.ts";
import { disownSignup } from "../users/registration.ts";
import { actorOf, isConfirmed, isPhoneConfirmed, type User } from "../users/user.ts";
import { confirmEmail, isBanned, reload } from "../users/users.ts";
import { confirmEmailChange } from "./email-change.ts";
import { consume, type Found, type TokenType } from "./one-time-tokens.ts";

/** What each verification `type` may redeem. */
const TYPES = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  recovery: ["recovery_token"],
  magiclink: ["recovery_token"],
  email: ["confirmation_token", "recovery_token"],
  sms: ["confirmation_token"],
  phone_change: ["phone_change_token"],
  email_change: ["email_change_token_new", "email_change_token_current"],
} as const satisfies Record<string, readonly TokenType[]>;

/** The given type of a link or code; refuses a missing one. */
export const normalizeType = (type: string | null): string => {
  if (!type) throw refuse("validation_failed", { message: "Verify requires a verification type" });
  return type;
};

/** The tokens that a `type` may redeem; refuses types that this service does not have. */
export const tokenTypes = (type: string): readonly TokenType[] => {
  if (!Object.hasOwn(TYPES, normalizeType(type))) {
    throw refuse("validation_failed", { message: "Invalid email verification type" });
  }
  return TYPES[type as keyof typeof TYPES];
};

/** What a session remembers about the link or code that opened it. */
export const methodOf = (type: string): Method =>
  type === "recovery" || type === "invite" || type === "oauth" || type === "sso/saml"
    ? type
    : "otp";

/** Whether the token's code went to a phone: every address contains a character that no number has. */
const isNumber = (found: Found): boolean => !found.relates_to.includes("@");

const provePhone = async (auth: Auth, tx: Queryable, call: Call, user: User, phone: string) => {
  // The number may have changed since.
  if (user.phone !== phone) throw refuse("otp_expired");
  const action = isPhoneConfirmed(user) ? "login" : "user_signedup";
  if (!isPhoneConfirmed(user)) await confirmPhone(auth, tx, user.id);
  await audit(auth, tx, call.ip, action, actorOf(user), { provider: "phone" });
};

/**
 * Uses a token up and does its work. Returns the user as stored afterwards, and whether this proves enough
 * to sign in: the first of two confirmations of a changed address does not.
 */
export const redeem = async (
  auth: Auth,
  tx: Queryable,
  call: Call,
  found: Found,
): Promise<{ user: User; complete: boolean }> => {
  // One confirmation of an account at a time: two links of one change must see each other.
  await tx.query("select 1 from auth.users where id = $1 for update", [found.user_id]);
  await consume(tx, found);
  const user = await reload(tx, found.user_id);
  if (user.deleted_at) throw refuse("otp_expired");
  if (isBanned(auth, user)) throw refuse("user_banned");
  let complete = true;
  switch (found.token_type) {
    case "confirmation_token":
    case "recovery_token": {
      if (isNumber(found)) {
        await provePhone(auth, tx, call, user, found.relates_to);
        break;
      }
      if (!isConfirmed(user)) {
        await disownSignup(tx, user.id, { contested: true });
        await confirmEmail(auth, tx, user.id);
        await ensureIdentity(auth, tx, user.id);
        const action = user.invited_at ? "invite_accepted" : "user_signedup";
        await audit(auth, tx, call.ip, action, actorOf(user), { provider: "email" });
      } else {
        await audit(auth, tx, call.ip, "login", actorOf(user), { provider: "email" });
      }
      break;
    }
    case "email_change_token_new":
    case "email_change_token_current": {
      complete = await confirmEmailChange(auth, tx, user);
      if (complete) await audit(auth, tx, call.ip, "user_modified", actorOf(user));
      break;
    }
    case "phone_change_token": {
      if (user.phone_change !== found.relates_to) throw refuse("otp_expired");
      await confirmPhoneChange(auth, tx, user);
      await audit(auth, tx, call.ip, "user_modified", actorOf(user));
      break;
    }
    case "reauthentication_token":
      throw refuse("otp_expired");
  }
  return { user: await reload(tx, user.id), complete };
};
