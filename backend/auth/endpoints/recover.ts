import { z } from "zod";
import { answerQuietly } from "../asking.ts";
import type { Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { challengeOf } from "../flows.ts";
import { pauseOf } from "../letters.ts";
import { limitAsking } from "../limits.ts";
import { limitMail, type MailBudget } from "../mail-limits.ts";
import { redirectOf } from "../redirects.ts";
import { emailAddress, pkceFields, readJson, text } from "../request.ts";
import { isConfirmed } from "../user.ts";
import { findUserByEmail } from "../users.ts";

const Body = z.object({ email: text(320), ...pkceFields });

/** POST /recover: a mail with a link to choose a new password. Answers the same for every address. */
export const recover: Endpoint = async (auth, call) => {
  await limitAsking(auth, call.ip);
  const body = await readJson(call.request, Body);
  if (!body.email) {
    throw refuse("validation_failed", { message: "Password recovery requires an email" });
  }
  const email = emailAddress(body.email);
  const challenge = challengeOf(body);
  const budget: MailBudget = { kind: "recovery", ip: call.ip };
  await limitMail(auth, budget, pauseOf("recovery"), email);
  const user = await findUserByEmail(auth.kernel.db, email);
  return answerQuietly(auth, call, {
    letter: "recovery",
    action: "user_recovery_requested",
    user,
    disown: user !== null && !isConfirmed(user),
    redirectTo: redirectOf(call.request, call.url, auth.config),
    challenge,
    budget,
  });
};
