import { z } from "zod";
import { json } from "#backend/kernel/http.ts";
import { audit } from "../audit.ts";
import { type Auth, timestamp, type UserCall, type UserEndpoint } from "../context.ts";
import { refuse, sqlState } from "../errors.ts";
import { createChallenge, namedFactor } from "../factors.ts";
import { limitFactors, limitTexts, release, textKey } from "../limits.ts";
import { newCode } from "../one-time.ts";
import { channelOf, sendText } from "../phones.ts";
import { readJson, text } from "../request.ts";
import { actorOf, type Factor } from "../user.ts";

const Body = z.object({ channel: text(16) });

const challenge = (auth: Auth, call: UserCall, factor: Factor, code: string | null) =>
  auth.kernel.db.transaction(async (tx) => {
    await audit(auth, tx, call.ip, "challenge_created", actorOf(call.user), {
      factor_id: factor.id,
      factor_status: factor.status,
    });
    return createChallenge(auth, tx, factor.id, call.ip, code);
  });

const challengeByText = async (auth: Auth, call: UserCall, factor: Factor, phone: string) => {
  const { channel: asked } = await readJson(call.request, Body);
  const channel = channelOf(auth, asked);
  const { otpLength, maxFrequency } = auth.config.mfa.phone;
  await limitTexts(auth, "mfa", phone, maxFrequency);
  const code = newCode(otpLength);
  const made = await challenge(auth, call, factor, code);
  const message = auth.texts.factor({ Code: code });
  await sendText(auth, call.user, "mfa", { phone, message, channel, code }).catch(
    async (error: unknown) => {
      await auth.kernel.db.query("delete from auth.mfa_challenges where id = $1", [made.id]);
      await release(auth, [textKey("mfa", phone)]);
      throw error;
    },
  );
  return made;
};

/**
 * POST /factors/:factorId/challenge: what the next code is to be an answer to. A factor of type `phone`
 * is sent that code.
 */
export const factorsChallenge: UserEndpoint = async (auth, call) => {
  await limitFactors(auth, call.ip);
  const { mfa } = auth.config;
  const factor = namedFactor(call.user, call.params.factorId);
  const isPhone = factor.factor_type === "phone" && factor.phone;
  if (isPhone && !mfa.phone.verifyEnabled) throw refuse("mfa_phone_verify_not_enabled");
  if (!isPhone && (factor.factor_type !== "totp" || !mfa.totp.verifyEnabled)) {
    throw refuse("mfa_totp_verify_not_enabled");
  }
  const made = isPhone
    ? await challengeByText(auth, call, factor, isPhone)
    : await challenge(auth, call, factor, null);
  // GoTrue's column is unique over all factors; a moment that another has is not worth a refusal.
  await auth.kernel.db
    .query("update auth.mfa_factors set last_challenged_at = $2 where id = $1", [
      factor.id,
      timestamp(auth),
    ])
    .catch((error: unknown) => {
      if (sqlState(error) !== "23505") throw error;
    });
  return json({ id: made.id, type: factor.factor_type, expires_at: made.expiresAt });
};
