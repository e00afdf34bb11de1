import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, type Call, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitSignups, limitTexts } from "../limits/limits.ts";
import { checkNewPassword } from "../passwords/password-rules.ts";
import { phoneNumber } from "../request.ts";
import { openSession, sessionResponse } from "../sessions/sessions.ts";
import { register, revealsRegistered, saveError, sendUserCreated } from "../users/registration.ts";
import { actorOf, isPhoneConfirmed, type Metadata, userJson } from "../users/user.ts";
import { findUserById, findUserByPhone, reload } from "../users/users.ts";
import { channelOf, confirmPhone, textCode } from "./phones.ts";

/** A new user's data for a number that has an account: only the number is true. */
const fakeUser = (auth: Auth, phone: string, data: Metadata) => {
  const now = timestamp(auth);
  const id = crypto.randomUUID();
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: "",
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider: "phone", providers: ["phone"] },
    user_metadata: { ...data, sub: id, email_verified: false, phone_verified: false },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
};

/** POST /signup with a number: as with an address, but a text with a code confirms it. */
export const signupPhone = async (
  auth: Auth,
  call: Call,
  body: { phone: string; password: string; channel: string; data: Metadata; pkce: boolean },
): Promise<Response> => {
  const { config, core } = auth;
  if (!config.sms.enableSignup) {
    throw refuse("phone_provider_disabled", { message: "Phone signups are disabled" });
  }
  if (!body.password) {
    throw refuse("validation_failed", { message: "Signup requires a valid password" });
  }
  await checkNewPassword(auth, body.password, { raw_user_meta_data: body.data });
  const channel = channelOf(auth, body.channel);
  if (body.pkce) {
    throw refuse("validation_failed", { message: "PKCE not supported for phone signups" });
  }
  const phone = phoneNumber(body.phone);
  const confirms = config.sms.enableConfirmations;

  await limitSignups(auth, call.ip, phone);
  const encryptedPassword = await auth.passwords.hash(body.password, call.ip);
  const existing = await findUserByPhone(core.db, phone);
  const exists = existing !== null && isPhoneConfirmed(existing);
  if (exists && (!confirms || revealsRegistered(config))) {
    await audit(auth, core.db, call.ip, "user_repeated_signup", actorOf(existing));
    throw refuse("user_already_exists");
  }
  if (confirms) await limitTexts(auth, "confirmation", phone);
  if (exists) {
    await audit(auth, core.db, call.ip, "user_repeated_signup", actorOf(existing));
    return json(fakeUser(auth, phone, body.data));
  }

  const facts = { email: "", phone, encryptedPassword, userMetadata: body.data };
  try {
    await auth.hooks.beforeUserCreated({ email: "", phone, userMetadata: body.data });
    if (!confirms) {
      const signedIn = await core.db.transaction(async (tx) => {
        const user = await register(auth, tx, existing, facts);
        if (!user) throw refuse("user_already_exists");
        await confirmPhone(auth, tx, user.id);
        await audit(auth, tx, call.ip, "user_signedup", actorOf(user), {
          provider: "phone",
          channel,
        });
        const issued = await openSession(auth, tx, user, "password", call, "phone");
        return { user: await reload(tx, user.id), issued };
      });
      await sendUserCreated(auth, signedIn.user.id);
      return await sessionResponse(auth, signedIn.user, signedIn.issued);
    }
    const { user, isNew } = await core.db.transaction(async (tx) => {
      const registered = await register(auth, tx, existing, facts);
      const made = registered ?? (await findUserById(tx, existing?.id ?? ""));
      if (!made) throw refuse("user_already_exists");
      await audit(auth, tx, call.ip, "user_confirmation_requested", actorOf(made), {
        provider: "phone",
      });
      return { user: made, isNew: registered !== null };
    });
    if (isNew) await sendUserCreated(auth, user.id);
    await textCode(auth, user, { kind: "confirmation", phone, channel });
    return json(userJson(await reload(core.db, user.id)));
  } catch (error) {
    throw saveError(error);
  }
};
