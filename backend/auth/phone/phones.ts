import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import {
  attempt,
  createSecret,
  type Found,
  matching,
  newCode,
  type TokenType,
} from "../email/one-time-tokens.ts";
import { brokenConstraint, refuse, sqlState } from "../errors.ts";
import { release, textKey } from "../limits/limits.ts";
import { syncProviders } from "../oauth/identities.ts";
import { disownSignup } from "../users/registration.ts";
import type { User } from "../users/user.ts";
import { markConfirmed } from "../users/users.ts";
import { CHANNELS, type Channel, SmsError, type Text } from "./sms/sender.ts";

/** What each code proves, and the column with the time at which it was last sent. */
const KINDS = {
  confirmation: { token: "confirmation_token", sent: "confirmation_sent_at = $2" },
  phone_change: { token: "phone_change_token", sent: "phone_change_sent_at = $2" },
  reauthentication: { token: "reauthentication_token", sent: "reauthentication_sent_at = $2" },
} as const satisfies Record<string, { token: TokenType; sent: string }>;
type TextKind = keyof typeof KINDS;

/** The requested channel; refuses one that the project's sender does not have. */
export const channelOf = (auth: Auth, requested: string): Channel => {
  const channel = CHANNELS.find((one) => one === (requested || "sms"));
  const { sender } = auth.texts;
  if (!channel || (channel === "whatsapp" && !sender?.whatsapp)) {
    throw refuse("validation_failed", {
      message:
        "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    });
  }
  return channel;
};

/** Passes the text to the project's hook, or else to its sender; returns the sender's id of the message. */
export const sendText = async (
  auth: Auth,
  user: User,
  kind: TextKind | "mfa",
  text: Text,
): Promise<string> => {
  if (auth.hooks.has("send_sms")) {
    await auth.hooks.sendSms(user, { otp: text.code, phone: text.phone, sms_type: kind });
    return "";
  }
  const { sender } = auth.texts;
  if (!sender) throw refuse("unexpected_failure", { message: "Unable to get SMS provider" });
  return sender.send(text).catch((cause: unknown) => {
    if (!(cause instanceof SmsError)) throw cause;
    const message = `Error sending ${kind} OTP to provider: ${cause.message}`;
    throw refuse("sms_send_failed", { message, cause });
  });
};

/** The id that represents a text to a test number, which is never sent. */
const TEST_MESSAGE = "test-otp";

/** The id in the response if the sending must be invisible; undefined without one. */
export const testMessage = (auth: Auth, phone: string): string | undefined =>
  auth.config.sms.testOtp[phone] ? TEST_MESSAGE : undefined;

/**
 * Creates a code for the user and sends it; earlier ones of its kind become invalid. The text is sent after
 * the commit. If that fails, the code is void and the pause before the next is lifted. Not for use within a
 * transaction.
 */
export const textCode = async (
  auth: Auth,
  user: User,
  {
    kind,
    phone,
    channel,
    disown,
  }: {
    kind: TextKind;
    phone: string;
    channel: Channel;
    /** Whether an account that was never confirmed loses its password first. */
    disown?: boolean;
  },
): Promise<string> => {
  const { db } = auth.core;
  const { token, sent } = KINDS[kind];
  const known = auth.config.sms.testOtp[phone];
  const code = known ?? newCode(auth.config.sms.otpLength);
  await db.transaction(async (tx) => {
    if (disown) await disownSignup(tx, user.id);
    await createSecret(auth, tx, { userId: user.id, type: token, relatesTo: phone, code });
    await tx.query(`update auth.users set ${sent}, updated_at = $2 where id = $1`, [
      user.id,
      timestamp(auth),
    ]);
    if (kind === "phone_change") {
      await tx.query("update auth.users set phone_change = $2 where id = $1", [user.id, phone]);
    }
  });
  if (known) return TEST_MESSAGE;
  const message = auth.texts.code({ Code: code });
  try {
    return await sendText(auth, user, kind, { phone, message, channel, code });
  } catch (error) {
    await db.query("delete from auth.one_time_tokens where user_id = $1 and token_type = $2", [
      user.id,
      token,
    ]);
    await release(auth, [textKey(kind, phone)]);
    throw error;
  }
};

/** Whether the code is right according to a sender that makes the codes itself. */
export const verifyWithSender = async (
  auth: Auth,
  phone: string,
  code: string,
): Promise<boolean> => {
  const { sender } = auth.texts;
  if (!sender?.check || auth.hooks.has("send_sms") || auth.config.sms.testOtp[phone]) return false;
  return sender.check(phone, code).catch((cause: unknown) => {
    throw cause instanceof SmsError ? refuse("otp_expired", { cause }) : cause;
  });
};

/**
 * The token whose code was typed for the number; as `findCode`, but also for senders that make the codes.
 */
export const findPhoneCode = async (
  auth: Auth,
  types: readonly TokenType[],
  phone: string,
  code: string,
  userId: string | null = null,
): Promise<Found> => {
  const seconds = auth.config.sms.otpExpiry;
  const candidates = await attempt(auth, types, phone, { userId, seconds });
  const found = matching(auth, candidates, code);
  if (found) return found;
  const [only, ...others] = candidates;
  if (!only || others.length > 0 || !(await verifyWithSender(auth, phone, code))) {
    throw refuse("otp_expired");
  }
  return only;
};

/** Writes the account's number to its phone identity, which it creates if missing. */
export const updatePhoneIdentity = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  verified: boolean,
): Promise<void> => {
  await tx.query(
    `insert into auth.identities
       (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select gen_random_uuid(), u.id::text, u.id, jsonb_build_object('sub', u.id, 'phone', u.phone,
         'email_verified', false, 'phone_verified', $3::boolean), 'phone', $2, $2, $2
       from auth.users u where u.id = $1
     on conflict (provider_id, provider) do update set updated_at = $2,
       identity_data = auth.identities.identity_data
         || jsonb_build_object('phone', excluded.identity_data -> 'phone', 'phone_verified', $3::boolean)`,
    [userId, timestamp(auth), verified],
  );
  await syncProviders(auth, tx, userId);
};

export const confirmPhone = async (auth: Auth, tx: Queryable, userId: string): Promise<void> => {
  await markConfirmed(auth, tx, userId, "phone");
  await updatePhoneIdentity(auth, tx, userId, true);
};

/** Makes the number that the user requested and proved the account's own. */
export const confirmPhoneChange = async (auth: Auth, tx: Queryable, user: User): Promise<void> => {
  if (!user.phone_change) throw refuse("otp_expired");
  try {
    await tx.query(
      `update auth.users set
         phone = phone_change, phone_change = '', phone_confirmed_at = $2, is_anonymous = false
       where id = $1`,
      [user.id, timestamp(auth)],
    );
  } catch (error) {
    if (sqlState(error) !== "23505" || brokenConstraint(error) !== "users_phone_key") throw error;
    throw refuse("phone_exists", { cause: error });
  }
  // Codes sent to the previous number, or to another requested one.
  await tx.query(
    `delete from auth.one_time_tokens
      where user_id = $1 and (token_type = 'phone_change_token' or relates_to = $2)`,
    [user.id, user.phone ?? ""],
  );
  await confirmPhone(auth, tx, user.id);
};
