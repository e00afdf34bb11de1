import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { Auth, Call } from "../context.ts";
import { limitTexts } from "../limits/limits.ts";
import { actorOf, isPhoneConfirmed, type User } from "../users/user.ts";
import {
  findUserByEmail,
  findUserByPhone,
  findUserByPhoneChange,
  isBanned,
} from "../users/users.ts";
import { testMessage, textCode } from "./phones.ts";

/** The text to send again: to the number itself, or to the new number of its account. */
const waiting = async (
  auth: Auth,
  type: "sms" | "phone_change",
  { email, phone }: { email: string; phone: string },
): Promise<{ user: User; to: string } | null> => {
  const { db } = auth.core;
  if (email) {
    const user = await findUserByEmail(db, email);
    return user?.phone_change ? { user, to: user.phone_change } : null;
  }
  const user = await findUserByPhone(db, phone);
  if (type === "sms") return user && !isPhoneConfirmed(user) ? { user, to: phone } : null;
  const changing = user?.phone_change ? user : await findUserByPhoneChange(db, phone);
  return changing?.phone_change ? { user: changing, to: changing.phone_change } : null;
};

/**
 * POST /resend of a text: sends the code again. A number without an account always gets the same response.
 * Only sent texts count for the pause between two, as on the platform.
 */
export const resendPhone = async (
  auth: Auth,
  call: Call,
  type: "sms" | "phone_change",
  account: { email: string; phone: string },
): Promise<Response> => {
  const kind = type === "sms" ? "confirmation" : "phone_change";
  const found = await waiting(auth, type, account);
  if (found && !found.user.deleted_at && !isBanned(auth, found.user)) {
    const { user, to } = found;
    await limitTexts(auth, kind, account.phone || account.email);
    await audit(auth, auth.core.db, call.ip, "user_recovery_requested", actorOf(user));
    auth.background.run("send text", textCode(auth, user, { kind, phone: to, channel: "sms" }));
  }
  return json({ message_id: testMessage(auth, account.phone) });
};
