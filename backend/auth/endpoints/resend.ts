import { z } from "zod";
import { json } from "#backend/kernel/http.ts";
import { answerQuietly } from "../asking.ts";
import { audit } from "../audit.ts";
import type { Endpoint } from "../context.ts";
import { writeEmailChange } from "../email-change.ts";
import { refuse } from "../errors.ts";
import { challengeOf } from "../flows.ts";
import { pauseOf, writing } from "../letters.ts";
import { limitAsking, limitMail } from "../limits.ts";
import { redirectOf } from "../redirects.ts";
import { emailAddress, pkceFields, readJson, text } from "../request.ts";
import { actorOf, isConfirmed } from "../user.ts";
import { findUserByEmail } from "../users.ts";
import { resendPhone } from "./resend-phone.ts";

const Body = z.object({ type: text(32), email: text(320), phone: text(32), ...pkceFields });

/**
 * POST /resend: the confirmation mail (or text) of a sign-up or of a changed address once more. Answers the same
 * for every address, also for those that have nothing to confirm.
 */
export const resend: Endpoint = async (auth, call) => {
  await limitAsking(auth, call.ip);
  const { config, kernel } = auth;
  const body = await readJson(call.request, Body);
  if (body.email && body.phone) {
    throw refuse("validation_failed", {
      message: "Only an email address or phone number should be provided.",
    });
  }
  if (body.type === "sms" || body.type === "phone_change") {
    return resendPhone(auth, call, body.type, body.phone);
  }
  if (body.type !== "signup" && body.type !== "email_change") {
    throw refuse("validation_failed", {
      message: "Missing one of these types: signup, email_change, sms, phone_change",
    });
  }
  if (!body.email) {
    throw refuse("validation_failed", { message: "Type provided requires an email address" });
  }
  const email = emailAddress(body.email);
  const challenge = challengeOf(body);
  const redirectTo = redirectOf(call.request, call.url, config);
  const letter = body.type === "signup" ? "confirmation" : "email_change";
  await limitMail(auth, pauseOf(letter), email);
  const user = await findUserByEmail(kernel.db, email);

  if (body.type === "email_change" && user?.email_change) {
    const { email_change: newEmail } = user;
    const post = async () => {
      const mails = await writing(auth, (tx) =>
        writeEmailChange(auth, tx, user, { newEmail, redirectTo, challenge }),
      );
      await Promise.all(mails.map(({ id }) => kernel.outbox.deliver(id)));
    };
    await audit(auth, kernel.db, call.ip, "user_confirmation_requested", actorOf(user));
    auth.background.run("send mail", post());
    return json({});
  }
  return answerQuietly(auth, call, {
    letter,
    action: "user_confirmation_requested",
    user: body.type === "signup" && user && !isConfirmed(user) ? user : null,
    redirectTo,
    challenge,
  });
};
