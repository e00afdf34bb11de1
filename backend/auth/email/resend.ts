import { z } from "zod";
import { HttpError } from "#backend/core/errors.ts";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { Auth, Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitRequests } from "../limits/limits.ts";
import { limitMail, limitMailTo, type MailBudget } from "../limits/mail-limits.ts";
import { resendPhone } from "../phone/resend-phone.ts";
import { emailAddress, phoneNumber, pkceFields, readJson, text } from "../request.ts";
import { challengeOf } from "../sessions/pkce.ts";
import { actorOf, isConfirmed } from "../users/user.ts";
import { findUserByEmail, findUserByPhone } from "../users/users.ts";
import { repeatEmailChange } from "./email-change.ts";
import { sendWithoutDisclosure } from "./email-requests.ts";
import { pauseOf, writing } from "./emails.ts";
import { redirectOf } from "./redirects.ts";

const Body = z.object({ type: text(32), email: text(320), phone: text(32), ...pkceFields });

const TYPES = ["signup", "email_change", "sms", "phone_change"];

/** The account is named by an address or a number. A change may be requested with either. */
const accountOf = (auth: Auth, body: z.output<typeof Body>): { email: string; phone: string } => {
  const wrong = (message: string) => refuse("validation_failed", { message });
  if (!TYPES.includes(body.type)) throw wrong(`Missing one of these types: ${TYPES.join(", ")}`);
  if (!body.email && body.type === "signup") throw wrong("Type provided requires an email address");
  if (!body.phone && body.type === "sms") throw wrong("Type provided requires a phone number");
  if (body.email && body.phone) {
    throw wrong("Only an email address or phone number should be provided.");
  }
  if (body.email) return { email: emailAddress(body.email), phone: "" };
  if (!body.phone) throw wrong("Type provided requires an email or phone number");
  if (!auth.config.sms.enableSignup) {
    throw refuse("phone_provider_disabled", { message: "Phone logins are disabled" });
  }
  return { email: "", phone: phoneNumber(body.phone) };
};

/** Counts a change's mails to these too. A limit is not reported: it would reveal the change. */
const mayMail = async (auth: Auth, ip: string, addresses: (string | null)[]): Promise<boolean> => {
  try {
    for (const to of addresses) if (to) await limitMailTo(auth, ip, pauseOf("email_change"), to);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
};

/**
 * POST /resend: sends the confirmation mail (or text) of a sign-up or of a changed address again. The
 * response is the same for every address, even with nothing to confirm.
 */
export const resend: Endpoint = async (auth, call) => {
  await limitRequests(auth, call.ip);
  const { config, core } = auth;
  const body = await readJson(call.request, Body);
  const account = accountOf(auth, body);
  if (body.type === "sms" || body.type === "phone_change") {
    return resendPhone(auth, call, body.type, account);
  }
  const challenge = challengeOf(body);
  const redirectTo = redirectOf(call.request, call.url, config);
  const template = body.type === "signup" ? "confirmation" : "email_change";
  const budget: MailBudget = { kind: "resend", ip: call.ip };
  await limitMail(auth, budget, pauseOf(template), account.email || account.phone);
  const user = account.email
    ? await findUserByEmail(core.db, account.email)
    : await findUserByPhone(core.db, account.phone);

  if (body.type === "email_change" && user?.email_change) {
    const { email_change: newEmail } = user;
    const post = async () => {
      const others = [user.email, newEmail].filter((to) => to !== account.email);
      if (!(await mayMail(auth, call.ip, others))) return;
      const mails = await writing(auth, (tx) =>
        repeatEmailChange(auth, tx, user.id, { newEmail, redirectTo, challenge, budget }),
      );
      await Promise.all(mails.map(({ id }) => core.outbox.deliver(id)));
    };
    await audit(auth, core.db, call.ip, "user_confirmation_requested", actorOf(user));
    auth.background.run("send mail", post());
    return json({});
  }
  return sendWithoutDisclosure(auth, call, {
    template,
    action: "user_confirmation_requested",
    user: body.type === "signup" && user && !isConfirmed(user) ? user : null,
    redirectTo,
    challenge,
    budget,
  });
};
