import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { Auth, Call } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitTexts, release, textKey } from "../limits/limits.ts";
import { phoneNumber } from "../request.ts";
import { isRefusal, register, saveError, sendUserCreated } from "../users/registration.ts";
import { actorOf, isPhoneConfirmed, type Metadata, type User } from "../users/user.ts";
import { findUserByPhone, isBanned } from "../users/users.ts";
import { channelOf, testMessage, textCode } from "./phones.ts";

/**
 * POST /otp with a number: sends a code to sign in with, and creates an account if there is none. If
 * everybody gets a text, the response has its id, or says that it could not be sent. If only people with an
 * account do, the text is sent after a response that is the same for all.
 */
export const otpPhone = async (
  auth: Auth,
  call: Call,
  body: { phone: string; channel: string; createUser: boolean; data: Metadata },
): Promise<Response> => {
  const { config, core } = auth;
  if (!config.sms.enableSignup) throw refuse("phone_provider_disabled");
  const channel = channelOf(auth, body.channel);
  const phone = phoneNumber(body.phone);
  await limitTexts(auth, "confirmation", phone);

  const creates = body.createUser && config.enableSignup;
  let user = await findUserByPhone(core.db, phone);
  if (!user && creates) {
    const userMetadata = body.data;
    try {
      await auth.hooks.beforeUserCreated({ email: "", phone, userMetadata });
      const facts = { email: "", phone, userMetadata };
      user = await core.db.transaction((tx) => register(auth, tx, null, facts));
      if (user) await sendUserCreated(auth, user.id);
    } catch (error) {
      const refusal = saveError(error);
      if (!isRefusal(refusal)) {
        await release(auth, [textKey("confirmation", phone)]);
        throw refusal;
      }
    }
  }
  const unconfirmed = user !== null && !isPhoneConfirmed(user);
  const action = unconfirmed ? "user_confirmation_requested" : "user_recovery_requested";
  const reached = user && !user.deleted_at && !isBanned(auth, user) ? user : null;
  await audit(auth, core.db, call.ip, action, reached && actorOf(reached), {
    provider: "phone",
    channel,
  });
  const send = (to: User) =>
    textCode(auth, to, { kind: "confirmation", phone, channel, disown: unconfirmed });
  if (reached && creates && !auth.hooks.has("before_user_created")) {
    return json({ message_id: (await send(reached)) || undefined });
  }
  if (reached) auth.background.run("send text", send(reached));
  return json({ message_id: testMessage(auth, phone) });
};
