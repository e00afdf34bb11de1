import { json } from "#backend/kernel/http.ts";
import { audit } from "../audit.ts";
import { timestamp, type UserEndpoint } from "../context.ts";
import { refuse, sqlState } from "../errors.ts";
import { createChallenge, namedFactor } from "../factors.ts";
import { limitFactors } from "../limits.ts";
import { actorOf } from "../user.ts";

/** POST /factors/:factorId/challenge: what the next code is to be an answer to. */
export const factorsChallenge: UserEndpoint = async (auth, call) => {
  await limitFactors(auth, call.ip);
  const { db } = auth.kernel;
  const factor = namedFactor(call.user, call.params.factorId);
  if (factor.factor_type !== "totp" || !auth.config.mfa.totp.verifyEnabled) {
    throw refuse("mfa_totp_verify_not_enabled");
  }
  const challenge = await db.transaction(async (tx) => {
    await audit(auth, tx, call.ip, "challenge_created", actorOf(call.user), {
      factor_id: factor.id,
      factor_status: factor.status,
    });
    return createChallenge(auth, tx, factor.id, call.ip);
  });
  // GoTrue's column is unique over all factors; a moment that another has is not worth a refusal.
  await db
    .query("update auth.mfa_factors set last_challenged_at = $2 where id = $1", [
      factor.id,
      timestamp(auth),
    ])
    .catch((error: unknown) => {
      if (sqlState(error) !== "23505") throw error;
    });
  return json({ id: challenge.id, type: factor.factor_type, expires_at: challenge.expiresAt });
};
