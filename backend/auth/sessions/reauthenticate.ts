import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { Auth, UserCall, UserEndpoint } from "../context.ts";
import { pauseOf, send, write, writing } from "../email/emails.ts";
import { refuse } from "../errors.ts";
import { limitRequests, limitTexts, release } from "../limits/limits.ts";
import { limitMail, type MailBudget, mailKey } from "../limits/mail-limits.ts";
import { textCode } from "../phone/phones.ts";
import { actorOf, isConfirmed, isPhoneConfirmed } from "../users/user.ts";

/** Only for people with a number. */
const byText = async (auth: Auth, { user, ip }: UserCall): Promise<Response> => {
  const { phone } = user;
  if (!phone) {
    throw refuse("unprocessable", {
      message: "Reauthentication requires the user to have an email or a phone number",
    });
  }
  if (!isPhoneConfirmed(user)) {
    throw refuse("unprocessable", { message: "Please verify your phone first." });
  }
  await limitTexts(auth, "reauthentication", phone);
  await audit(auth, auth.core.db, ip, "user_reauthenticate_requested", actorOf(user));
  const id = await textCode(auth, user, { kind: "reauthentication", phone, channel: "sms" });
  return json({ message_id: id || undefined });
};

/**
 * GET /reauthenticate: mails (or texts) the code that a later change of password may require as `nonce`.
 */
export const reauthenticate: UserEndpoint = async (auth, call) => {
  await limitRequests(auth, call.ip);
  const { user } = call;
  const to = user.email;
  if (!to) return byText(auth, call);
  if (!isConfirmed(user)) {
    throw refuse("unprocessable", { message: "Please verify your email first." });
  }
  const budget: MailBudget = { kind: "reauthentication", ip: call.ip };
  await limitMail(auth, budget, pauseOf("reauthentication"), to);
  const mails = await writing(auth, async (tx) => {
    await audit(auth, tx, call.ip, "user_reauthenticate_requested", actorOf(user));
    return write(auth, tx, {
      template: "reauthentication",
      user,
      redirectTo: auth.config.siteUrl,
      budget,
    });
  }).catch(async (error: unknown) => {
    await release(auth, [mailKey(pauseOf("reauthentication"), to)]);
    throw error;
  });
  await send(auth, "reauthentication", mails);
  return json({});
};
