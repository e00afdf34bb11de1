import { z } from "zod";
import { audit } from "../audit.ts";
import { timestamp, type UserEndpoint } from "../context.ts";
import { rememberNetwork } from "../limits/known-networks.ts";
import { limitFactors } from "../limits/limits.ts";
import { readJson, text } from "../request.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { elevateToAal2, sessionResponse } from "../sessions/sessions.ts";
import { actorOf } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { consumeChallenge, isVerified, namedFactor } from "./factors.ts";
import { prove } from "./mfa-verification.ts";
import { WebAuthnResponse } from "./webauthn.ts";

const Body = z.object({
  challenge_id: text(36),
  code: text(32),
  webauthn: WebAuthnResponse.nullish(),
});

/**
 * POST /factors/:factorId/verify: the right code (or an authenticator's right response) raises the session
 * to `aal2` and returns its new tokens. The first one completes the enrolment. The user's sessions below
 * `aal2` end.
 */
export const factorsVerify: UserEndpoint = async (auth, call) => {
  await limitFactors(auth, call.ip);
  const { core } = auth;
  const body = await readJson(call.request, Body);
  const { challenge_id: challengeId, webauthn = null } = body;
  const factor = namedFactor(call.user, call.params.factorId);
  if (!isVerified(factor)) requireFreshProof(auth, call, { finishing: true });
  const code = body.code.replace(/\s/g, "");
  const proof = await prove(auth, call, factor, { challengeId, code, webauthn });

  const lifted = await core.db.transaction(async (tx) => {
    await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
    await consumeChallenge(auth, tx, challengeId);
    await proof.commit(tx);
    const now = timestamp(auth);
    await tx.query(
      `update auth.mfa_factors set status = 'verified', updated_at = $2
        where id = $1 and status <> 'verified'`,
      [factor.id, now],
    );
    const { user, session } = call;
    const issued = await elevateToAal2(auth, tx, session.id, user.id, factor.id, proof.method);
    await tx.query(
      `delete from auth.mfa_factors
        where user_id = $1 and factor_type::text = $2 and status = 'unverified'`,
      [user.id, factor.factor_type],
    );
    await rememberNetwork(auth, tx, user.id, call.ip);
    await audit(auth, tx, call.ip, "verification_attempted", actorOf(user), {
      factor_id: factor.id,
      challenge_id: challengeId,
      factor_type: factor.factor_type,
    });
    return { user: await reload(tx, user.id), issued };
  });
  return sessionResponse(auth, lifted.user, lifted.issued);
};
