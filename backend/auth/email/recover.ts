import { z } from "zod";
import type { Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitRequests } from "../limits/limits.ts";
import { limitMail, type MailBudget } from "../limits/mail-limits.ts";
import { emailAddress, pkceFields, readJson, text } from "../request.ts";
import { challengeOf } from "../sessions/pkce.ts";
import { isConfirmed } from "../users/user.ts";
import { findUserByEmail } from "../users/users.ts";
import { sendWithoutDisclosure } from "./email-requests.ts";
import { pauseOf } from "./emails.ts";
import { redirectOf } from "./redirects.ts";

const Body = z.object({ email: text(320), ...pkceFields });

/** POST /recover: mails a link to choose a new password. The response is the same for every address. */
export const recover: Endpoint = async (auth, call) => {
  await limitRequests(auth, call.ip);
  const body = await readJson(call.request, Body);
  if (!body.email) {
    throw refuse("validation_failed", { message: "Password recovery requires an email" });
  }
  const email = emailAddress(body.email);
  const challenge = challengeOf(body);
  const budget: MailBudget = { kind: "recovery", ip: call.ip };
  await limitMail(auth, budget, pauseOf("recovery"), email);
  const user = await findUserByEmail(auth.core.db, email);
  return sendWithoutDisclosure(auth, call, {
    template: "recovery",
    action: "user_recovery_requested",
    user,
    disown: user !== null && !isConfirmed(user),
    redirectTo: redirectOf(call.request, call.url, auth.config),
    challenge,
    budget,
  });
};
