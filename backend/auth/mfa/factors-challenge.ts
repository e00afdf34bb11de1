import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, timestamp, type UserCall, type UserEndpoint } from "../context.ts";
import { newCode } from "../email/one-time-tokens.ts";
import { refuse, sqlState } from "../errors.ts";
import { limitFactors, limitTexts, release, textKey } from "../limits/limits.ts";
import { channelOf, sendText } from "../phone/phones.ts";
import { readJson, text } from "../request.ts";
import { actorOf, type Factor } from "../users/user.ts";
import { createChallenge, isVerified, namedFactor } from "./factors.ts";
import { webAuthnOptions } from "./webauthn.ts";

const Body = z.object({ channel: text(16) });

const challenge = (
  auth: Auth,
  call: UserCall,
  factor: Factor,
  expected: Parameters<typeof createChallenge>[4] = {},
) =>
  auth.core.db.transaction(async (tx) => {
    await audit(auth, tx, call.ip, "challenge_created", actorOf(call.user), {
      factor_id: factor.id,
      factor_status: factor.status,
    });
    return createChallenge(auth, tx, factor.id, call.ip, expected);
  });

const challengeByText = async (auth: Auth, call: UserCall, factor: Factor, phone: string) => {
  const { channel: requestedChannel } = await readJson(call.request, Body);
  const channel = channelOf(auth, requestedChannel);
  const { otpLength, maxFrequency } = auth.config.mfa.phone;
  await limitTexts(auth, "mfa", phone, maxFrequency);
  const code = newCode(otpLength);
  const made = await challenge(auth, call, factor, { code });
  const message = auth.texts.factor({ Code: code });
  await sendText(auth, call.user, "mfa", { phone, message, channel, code }).catch(
    async (error: unknown) => {
      await auth.core.db.query("delete from auth.mfa_challenges where id = $1", [made.id]);
      await release(auth, [textKey("mfa", phone)]);
      throw error;
    },
  );
  return made;
};

const start = async (auth: Auth, call: UserCall, factor: Factor) => {
  const { mfa } = auth.config;
  if (factor.factor_type === "phone" && factor.phone) {
    if (!mfa.phone.verifyEnabled) throw refuse("mfa_phone_verify_not_enabled");
    return { made: await challengeByText(auth, call, factor, factor.phone), more: {} };
  }
  if (factor.factor_type === "webauthn") {
    if (!mfa.webauthn.verifyEnabled) throw refuse("mfa_webauthn_verify_not_enabled");
    const { options, session } = await webAuthnOptions(auth, call.user, factor);
    const type = isVerified(factor) ? "request" : "create";
    const made = await challenge(auth, call, factor, { session });
    return { made, more: { webauthn: { type, credential_options: { publicKey: options } } } };
  }
  if (factor.factor_type !== "totp" || !mfa.totp.verifyEnabled) {
    throw refuse("mfa_totp_verify_not_enabled");
  }
  return { made: await challenge(auth, call, factor), more: {} };
};

/**
 * POST /factors/:factorId/challenge: creates the challenge for the next code. A factor of type `phone` is
 * sent that code; one of type `webauthn` gets the options for the browser.
 */
export const factorsChallenge: UserEndpoint = async (auth, call) => {
  await limitFactors(auth, call.ip);
  const factor = namedFactor(call.user, call.params.factorId);
  const { made, more } = await start(auth, call, factor);
  // GoTrue's column is unique over all factors; an equal time is no reason to refuse.
  await auth.core.db
    .query("update auth.mfa_factors set last_challenged_at = $2 where id = $1", [
      factor.id,
      timestamp(auth),
    ])
    .catch((error: unknown) => {
      if (sqlState(error) !== "23505") throw error;
    });
  return json({ id: made.id, type: factor.factor_type, expires_at: made.expiresAt, ...more });
};
