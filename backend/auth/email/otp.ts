import { z } from "zod";
import type { Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitRequests, release } from "../limits/limits.ts";
import { limitMail, type MailBudget, mailKey } from "../limits/mail-limits.ts";
import { otpPhone } from "../phone/otp-phone.ts";
import { flag, metadata, newEmailAddress, pkceFields, readJson, text } from "../request.ts";
import { challengeOf } from "../sessions/pkce.ts";
import { isRefusal, register, saveError, sendUserCreated } from "../users/registration.ts";
import { isConfirmed } from "../users/user.ts";
import { findUserByEmail } from "../users/users.ts";
import { sendWithoutDisclosure } from "./email-requests.ts";
import { pauseOf } from "./emails.ts";
import { redirectOf } from "./redirects.ts";

const Body = z.object({
  email: text(320),
  phone: text(32),
  channel: text(16),
  create_user: flag(true),
  data: metadata,
  ...pkceFields,
});

/**
 * POST /otp and /magiclink: mails a link and a code to sign in with. A person without an account gets one
 * if sign-up is open, `create_user` is not false and the project's rules allow it. The response is the same
 * for every address, if sign-up's is.
 */
export const otp: Endpoint = async (auth, call) => {
  await limitRequests(auth, call.ip);
  const { config, core } = auth;
  const body = await readJson(call.request, Body);
  if (body.email && body.phone) {
    throw refuse("validation_failed", {
      message: "Only an email address or phone number should be provided",
    });
  }
  if (body.phone) {
    const { phone, channel, create_user: createUser } = body;
    return otpPhone(auth, call, { phone, channel, createUser, data: body.data ?? {} });
  }
  if (!body.email) {
    throw refuse("validation_failed", { message: "One of email or phone must be set" });
  }
  if (body.channel) {
    throw refuse("validation_failed", {
      message: "Channel should only be specified with Phone OTP",
    });
  }
  if (!config.email.enableSignup) throw refuse("email_provider_disabled");
  const email = newEmailAddress(body.email, config);
  const challenge = challengeOf(body);
  const pause = mailKey(pauseOf("magic_link"), email);
  const budget: MailBudget = { kind: "magic_link", ip: call.ip };
  await limitMail(auth, budget, pauseOf("magic_link"), email);

  let user = await findUserByEmail(core.db, email);
  // Where sign-up needs no mail, it reveals who has an account anyway. So does this, as on the platform.
  if (!user && !body.create_user && !config.email.enableConfirmations) {
    throw refuse("otp_disabled");
  }
  if (!user && body.create_user && config.enableSignup) {
    const userMetadata = body.data ?? {};
    try {
      await auth.hooks.beforeUserCreated({ email, userMetadata });
      user = await core.db.transaction((tx) => register(auth, tx, null, { email, userMetadata }));
      if (user) await sendUserCreated(auth, user.id);
    } catch (error) {
      const refusal = saveError(error);
      if (!isRefusal(refusal)) {
        await release(auth, [pause]);
        throw refusal;
      }
    }
  }
  const unconfirmed = user !== null && !isConfirmed(user);
  const sending = sendWithoutDisclosure(auth, call, {
    template: unconfirmed ? "confirmation" : "magic_link",
    action: unconfirmed ? "user_confirmation_requested" : "user_recovery_requested",
    user,
    redirectTo: redirectOf(call.request, call.url, config),
    challenge,
    budget,
    disown: unconfirmed,
    everybody: body.create_user && config.enableSignup && !auth.hooks.has("before_user_created"),
  });
  return sending.catch(async (error: unknown) => {
    await release(auth, [pause]);
    throw error;
  });
};
