import { z } from "zod";
import { sameSecret } from "#backend/kernel/tokens.ts";
import { audit } from "../audit.ts";
import { type Auth, timestamp, type UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { answerChallenge, checkChallenge, namedFactor, takeStep } from "../factors.ts";
import { guessKeys, limitFactors, limitGuesses, release } from "../limits.ts";
import { hashCode } from "../one-time.ts";
import { senderKnows } from "../phones.ts";
import { readJson, text } from "../request.ts";
import { answerSession, liftSession } from "../sessions.ts";
import { matchingStep } from "../totp.ts";
import { actorOf, type Factor } from "../user.ts";
import { reload } from "../users.ts";

const Body = z.object({ challenge_id: text(36), code: text(32) });

/** The step that the code is of; refuses a code of none. */
const stepOfCode = async (auth: Auth, factorId: string, code: string): Promise<number> => {
  const [row] = await auth.kernel.db.query<{ secret: string }>(
    "select secret from auth.mfa_factors where id = $1",
    [factorId],
  );
  if (!row) throw refuse("mfa_factor_not_found");
  const step = matchingStep(row.secret, code, auth.kernel.clock.now());
  if (step === null) throw refuse("mfa_verification_failed");
  return step;
};

/** Refuses another code than the one that was sent for the challenge. */
const checkText = async (
  auth: Auth,
  factor: Factor,
  challengeId: string,
  stored: string | null,
  code: string,
): Promise<void> => {
  if (stored && sameSecret(stored, hashCode(auth, challengeId, code))) return;
  if (!(await senderKnows(auth, factor.phone ?? "", code))) throw refuse("mfa_phone_code_wrong");
};

/**
 * POST /factors/:factorId/verify: the right code lifts the session to `aal2` and gives its new tokens;
 * the first one finishes the enrolment. The user's sessions below `aal2` end.
 */
export const factorsVerify: UserEndpoint = async (auth, call) => {
  await limitFactors(auth, call.ip);
  const { kernel } = auth;
  const { challenge_id: challengeId, code: typed } = await readJson(call.request, Body);
  const factor = namedFactor(call.user, call.params.factorId);
  const { mfa } = auth.config;
  const isPhone = factor.factor_type === "phone";
  if (isPhone && !mfa.phone.verifyEnabled) throw refuse("mfa_phone_verify_not_enabled");
  if (!isPhone && (factor.factor_type !== "totp" || !mfa.totp.verifyEnabled)) {
    throw refuse("mfa_totp_verify_not_enabled");
  }
  const code = typed.replace(/\s/g, "");
  if (!code) throw refuse("validation_failed", { message: "Code needs to be non-empty" });
  const challenge = await checkChallenge(auth, call, factor.id, challengeId);
  await limitGuesses(auth, call.user.id);
  const step = isPhone ? null : await stepOfCode(auth, factor.id, code);
  if (isPhone) await checkText(auth, factor, challengeId, challenge.otp_code, code);

  const lifted = await kernel.db.transaction(async (tx) => {
    await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
    await answerChallenge(auth, tx, challengeId);
    if (step !== null) await takeStep(tx, factor.id, step);
    const now = timestamp(auth);
    await tx.query(
      `update auth.mfa_factors set status = 'verified', updated_at = $2
        where id = $1 and status <> 'verified'`,
      [factor.id, now],
    );
    const method = isPhone ? "mfa/phone" : "totp";
    const issued = await liftSession(auth, tx, call.session.id, call.user.id, factor.id, method);
    await tx.query(
      `delete from auth.mfa_factors
        where user_id = $1 and factor_type::text = $2 and status = 'unverified'`,
      [call.user.id, factor.factor_type],
    );
    await release(auth, guessKeys(call.user.id), tx);
    await audit(auth, tx, call.ip, "verification_attempted", actorOf(call.user), {
      factor_id: factor.id,
      challenge_id: challengeId,
      factor_type: factor.factor_type,
    });
    return { user: await reload(tx, call.user.id), issued };
  });
  return answerSession(auth, lifted.user, lifted.issued);
};
