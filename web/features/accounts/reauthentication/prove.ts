import { faultOf } from "#domain/site/faults.ts";
import { plainDigits } from "#domain/values/numbers.ts";
import type { Db } from "#web/session/database.ts";

/** A second factor: a code from the app, or a recovery code. */
export type Proof = "app" | "recovery";

const WRONG: Record<Proof, string> = {
  app: "That code is wrong. Codes change every 30 seconds: please type the one shown now.",
  recovery: "That recovery code is wrong or already used. Each works once.",
};
const FAILED = "The code could not be checked. Please try again.";

const refusal = (
  error: { message: string; code?: string | undefined; status?: number | undefined },
  by: Proof,
) => {
  if (error.code === "reauthentication_needed") {
    return "This took too long. Please close this window and start again.";
  }
  const wrong = ["mfa_verification_failed", "validation_failed", "mfa_factor_not_found"];
  if (wrong.includes(error.code ?? "")) return WRONG[by];
  return faultOf(error, FAILED).message;
};

/**
 * Verifies the second factor for the client's session. Returns null, or why it was refused.
 *
 * @param factorId of an enrolment that the code completes; otherwise any verified factor
 */
export const prove = async (
  db: Db,
  by: Proof,
  code: string,
  factorId?: string,
): Promise<string | null> => {
  if (by === "recovery") {
    const { error } = await db.auth.mfa.recoveryCodes.verify({ code });
    return error && refusal(error, by);
  }
  let ids = [factorId ?? ""];
  if (!factorId) {
    const { data, error } = await db.auth.mfa.listFactors();
    if (error) return refusal(error, by);
    ids = data.totp.map(({ id }) => id);
  }
  let message: string | null = WRONG.app;
  // Usually one; a person with two authenticators may use either.
  for (const id of ids) {
    const tried = await db.auth.mfa.challengeAndVerify({
      factorId: id,
      code: plainDigits(code).replace(/\s/g, ""),
    });
    message = tried.error && refusal(tried.error, by);
    if (message !== WRONG.app) break;
  }
  return message;
};
