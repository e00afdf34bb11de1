import type { Queryable } from "#backend/core/database/database.ts";
import { HttpError } from "#backend/core/errors.ts";
import { sameSecret } from "#backend/core/tokens/tokens.ts";
import type { Auth, Method, UserCall } from "../context.ts";
import { hashCode } from "../email/one-time-tokens.ts";
import { refuse } from "../errors.ts";
import { countGuess } from "../limits/guess-limits.ts";
import { verifyWithSender } from "../phone/phones.ts";
import type { Factor } from "../users/user.ts";
import { checkChallenge, recordUsedStep } from "./factors.ts";
import { matchingStep } from "./totp.ts";
import { checkWebAuthn, type WebAuthnResponse } from "./webauthn.ts";

/** A right response to a challenge. */
interface Proof {
  method: Method;
  /** The changes to write in the transaction that uses the challenge up. */
  commit(tx: Queryable): Promise<void>;
}

interface FactorResponse {
  challengeId: string;
  code: string;
  webauthn: WebAuthnResponse | null;
}

const byTotp = async (auth: Auth, factor: Factor, code: string): Promise<Proof> => {
  const [row] = await auth.core.db.query<{ secret: string }>(
    "select secret from auth.mfa_factors where id = $1",
    [factor.id],
  );
  if (!row) throw refuse("mfa_factor_not_found");
  const step = matchingStep(row.secret, code, auth.core.clock.now());
  if (step === null) throw refuse("mfa_verification_failed");
  return { method: "totp", commit: (tx) => recordUsedStep(tx, factor.id, step) };
};

const byText = async (
  auth: Auth,
  factor: Factor,
  challenge: { id: string; otp_code: string | null },
  code: string,
): Promise<Proof> => {
  const stored = challenge.otp_code;
  const right = stored !== null && sameSecret(stored, hashCode(auth, challenge.id, code));
  if (!right && !(await verifyWithSender(auth, factor.phone ?? "", code))) {
    throw refuse("mfa_phone_code_wrong");
  }
  return { method: "mfa/phone", commit: async () => {} };
};

/** Refuses responses by kinds of factors that the project does not allow. */
const checkEnabled = ({ config: { mfa } }: Auth, { factor_type: type }: Factor): void => {
  if (type === "phone" && !mfa.phone.verifyEnabled) throw refuse("mfa_phone_verify_not_enabled");
  if (type === "webauthn" && !mfa.webauthn.verifyEnabled) {
    throw refuse("mfa_webauthn_verify_not_enabled");
  }
  const isTotp = type !== "phone" && type !== "webauthn";
  if (isTotp && (type !== "totp" || !mfa.totp.verifyEnabled)) {
    throw refuse("mfa_totp_verify_not_enabled");
  }
};

/** Calls the project's hook; if it refuses, so does this, and ends the user's sessions. */
const callVerificationHook = async (
  auth: Auth,
  { user }: UserCall,
  factor: Factor,
  valid: boolean,
) => {
  if (!auth.hooks.has("mfa_verification_attempt")) return;
  const rejection = await auth.hooks.factorAttempt(user.id, factor, valid);
  if (!rejection) return;
  await auth.core.db.query("delete from auth.sessions where user_id = $1", [user.id]);
  throw refuse("mfa_verification_rejected", { message: rejection.message });
};

const verifyFactor = async (
  auth: Auth,
  factor: Factor,
  challenge: Awaited<ReturnType<typeof checkChallenge>>,
  { challengeId, code, webauthn }: FactorResponse,
): Promise<Proof> => {
  if (webauthn && factor.factor_type === "webauthn") {
    const commit = await checkWebAuthn(auth, factor, challenge.web_authn_session_data, webauthn);
    return { method: "mfa/webauthn", commit };
  }
  return factor.factor_type === "phone"
    ? byText(auth, factor, { id: challengeId, otp_code: challenge.otp_code }, code)
    : byTotp(auth, factor, code);
};

/** Checks the response to a factor's challenge; counts it as one guess. */
export const prove = async (
  auth: Auth,
  call: UserCall,
  factor: Factor,
  { challengeId, code, webauthn }: FactorResponse,
): Promise<Proof> => {
  checkEnabled(auth, factor);
  const byKey = factor.factor_type === "webauthn";
  if (byKey && !webauthn) {
    throw refuse("validation_failed", { message: "WebAuthn config required" });
  }
  if (!byKey && !code) throw refuse("validation_failed", { message: "Code needs to be non-empty" });
  const challenge = await checkChallenge(auth, call, factor.id, challengeId);
  const resetGuesses = await countGuess(auth, { kind: "code", userId: call.user.id, ip: call.ip });
  const proof = await verifyFactor(auth, factor, challenge, { challengeId, code, webauthn }).catch(
    async (error: unknown) => {
      const wrong = error instanceof HttpError && error.code === "mfa_verification_failed";
      if (wrong) await callVerificationHook(auth, call, factor, false);
      throw error;
    },
  );
  await callVerificationHook(auth, call, factor, true);
  const commit = async (tx: Queryable) => {
    await proof.commit(tx);
    await resetGuesses(tx);
  };
  return { ...proof, commit };
};
