import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, type Endpoint, timestamp } from "../context.ts";
import { pauseOf, send, write, writing } from "../email/emails.ts";
import { redirectOf } from "../email/redirects.ts";
import { refuse } from "../errors.ts";
import { limitRequests, limitSignups, release } from "../limits/limits.ts";
import { limitMail, type MailBudget, mailKey } from "../limits/mail-limits.ts";
import { checkNewPassword } from "../passwords/password-rules.ts";
import { signupPhone } from "../phone/signup-phone.ts";
import { metadata, newEmailAddress, pkceFields, readJson, text } from "../request.ts";
import { challengeOf } from "../sessions/pkce.ts";
import { openSession, sessionResponse } from "../sessions/sessions.ts";
import { register, revealsRegistered, saveError, sendUserCreated } from "./registration.ts";
import { signupAnonymous } from "./signup-anonymous.ts";
import { actorOf, isConfirmed, type User, userJson } from "./user.ts";
import { confirmEmail, findUserByEmail, findUserById, reload } from "./users.ts";

const Body = z.object({
  email: text(320),
  phone: text(32),
  password: text(4096),
  channel: text(16),
  data: metadata,
  ...pkceFields,
});

/** GoTrue's response for an address that has a user: only the address is true. */
const fakeUser = (auth: Auth, email: string, data: Record<string, unknown>) => {
  const now = timestamp(auth);
  return {
    id: crypto.randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
};

/** An account that waits for its confirmation and is not ours to change: it gets another mail. */
const waiting = async (tx: Queryable, id: string): Promise<User> => {
  const user = await findUserById(tx, id);
  if (!user || isConfirmed(user)) throw refuse("user_already_exists");
  return user;
};

/**
 * POST /signup: creates an account. Responds with the user if the address must be confirmed first,
 * otherwise with a session.
 */
export const signup: Endpoint = async (auth, call) => {
  await limitRequests(auth, call.ip);
  const { config, core } = auth;
  const body = await readJson(call.request, Body);
  if (!config.enableSignup) throw refuse("signup_disabled");
  if (body.email && body.phone) {
    throw refuse("validation_failed", {
      message: "Only an email address or phone number should be provided on signup.",
    });
  }
  if (body.phone) {
    const { phone, password, channel } = body;
    const pkce = challengeOf(body) !== null;
    return signupPhone(auth, call, { phone, password, channel, data: body.data ?? {}, pkce });
  }
  // As on the platform, anybody without an address gets an anonymous account. A request with a password
  // gets none, because the password would be useless.
  if (!body.email && (!body.password || !config.enableAnonymousSignIns)) {
    return signupAnonymous(auth, call, body.data ?? {});
  }
  if (!config.email.enableSignup) {
    throw refuse("email_provider_disabled", { message: "Email signups are disabled" });
  }
  const email = newEmailAddress(body.email, config);
  if (!body.password) {
    throw refuse("validation_failed", { message: "Signup requires a valid password" });
  }
  await checkNewPassword(auth, body.password, { email, raw_user_meta_data: body.data });
  const challenge = challengeOf(body);
  const redirectTo = redirectOf(call.request, call.url, config);
  const confirms = config.email.enableConfirmations;

  await limitSignups(auth, call.ip, email);
  const encryptedPassword = await auth.passwords.hash(body.password, call.ip);
  const existing = await findUserByEmail(core.db, email);
  const exists = existing !== null && isConfirmed(existing);
  if (exists && (!confirms || revealsRegistered(config))) {
    await audit(auth, core.db, call.ip, "user_repeated_signup", actorOf(existing));
    throw refuse("user_already_exists");
  }
  const budget: MailBudget = { kind: "signup", ip: call.ip };
  if (confirms) await limitMail(auth, budget, pauseOf("confirmation"), email);
  if (exists) {
    await audit(auth, core.db, call.ip, "user_repeated_signup", actorOf(existing));
    return json(fakeUser(auth, email, body.data ?? {}));
  }

  const earlier = existing?.encrypted_password ?? null;
  const contests =
    Boolean(earlier) && !(await auth.passwords.verify(body.password, earlier, call.ip)).matches;
  const facts = { email, encryptedPassword, userMetadata: body.data ?? {} };
  try {
    await auth.hooks.beforeUserCreated({ email, userMetadata: facts.userMetadata });
    if (!confirms) {
      const signedIn = await core.db.transaction(async (tx) => {
        const user = await register(auth, tx, existing, facts);
        if (!user) throw refuse("user_already_exists");
        await confirmEmail(auth, tx, user.id);
        await audit(auth, tx, call.ip, "user_signedup", actorOf(user), { provider: "email" });
        const issued = await openSession(auth, tx, user, "password", call);
        return { user: await reload(tx, user.id), issued };
      });
      await sendUserCreated(auth, signedIn.user.id);
      return await sessionResponse(auth, signedIn.user, signedIn.issued);
    }
    const { mails, user, isNew } = await writing(auth, async (tx) => {
      const registered = await register(auth, tx, existing, facts, contests);
      const made = registered ?? (await waiting(tx, existing?.id ?? ""));
      await audit(auth, tx, call.ip, "user_confirmation_requested", actorOf(made), {
        provider: "email",
      });
      const written = await write(auth, tx, {
        template: "confirmation",
        user: made,
        redirectTo,
        challenge,
        budget,
      });
      return { mails: written, user: await reload(tx, made.id), isNew: registered !== null };
    });
    if (isNew) await sendUserCreated(auth, user.id);
    await send(auth, "confirmation", mails);
    // The data of an invitation is not for anybody who merely knows the address.
    const hidden = user.invited_at ? { user_metadata: {}, identities: [] } : {};
    return json({ ...userJson(user), ...hidden });
  } catch (error) {
    if (confirms) await release(auth, [mailKey(pauseOf("confirmation"), email)]);
    throw saveError(error);
  }
};
