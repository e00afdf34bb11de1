import { json } from "#backend/kernel/http.ts";
import { audit } from "../audit.ts";
import type { Auth, Call } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitTexts } from "../limits.ts";
import { testMessage, textCode } from "../phones.ts";
import { phoneNumber } from "../request.ts";
import { actorOf, isPhoneConfirmed, type User } from "../user.ts";
import { findUserByPhone, findUserByPhoneChange, isBanned } from "../users.ts";

/** What is to be sent again: to the number itself, or to the one that its account asked to change to. */
const waiting = async (
  auth: Auth,
  type: "sms" | "phone_change",
  phone: string,
): Promise<{ user: User; to: string } | null> => {
  const { db } = auth.kernel;
  const user = await findUserByPhone(db, phone);
  if (type === "sms") return user && !isPhoneConfirmed(user) ? { user, to: phone } : null;
  const changing = user?.phone_change ? user : await findUserByPhoneChange(db, phone);
  return changing?.phone_change ? { user: changing, to: changing.phone_change } : null;
};

/** POST /resend with a number: the code once more. Answers the same for every number. */
export const resendPhone = async (
  auth: Auth,
  call: Call,
  type: "sms" | "phone_change",
  given: string,
): Promise<Response> => {
  if (!auth.config.sms.enableSignup) {
    throw refuse("phone_provider_disabled", { message: "Phone logins are disabled" });
  }
  if (!given) {
    throw refuse("validation_failed", { message: "Type provided requires a phone number" });
  }
  const phone = phoneNumber(given);
  const kind = type === "sms" ? "confirmation" : "phone_change";
  await limitTexts(auth, kind, phone);
  const found = await waiting(auth, type, phone);
  if (found && !found.user.deleted_at && !isBanned(auth, found.user)) {
    const { user, to } = found;
    await audit(auth, auth.kernel.db, call.ip, "user_recovery_requested", actorOf(user));
    auth.background.run("send text", textCode(auth, user, { kind, phone: to, channel: "sms" }));
  }
  return json({ message_id: testMessage(auth, phone) });
};
