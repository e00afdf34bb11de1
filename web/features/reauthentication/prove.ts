import type { Db } from "#web/session/site.ts";

/** What somebody shows beside the password: a code of the app, or one of the codes on paper. */
export type Proof = "app" | "recovery";

const WRONG: Record<Proof, string> = {
  app: "That code is not right. Codes change every 30 seconds: please type the one that is shown now.",
  recovery: "That recovery code is not right, or was used before. Each works once.",
};
const FAILED = "The code could not be checked. Please check your connection and try again.";

const refusal = (
  error: { message: string; code?: string | undefined; status?: number | undefined },
  by: Proof,
) => {
  // The service says for how long.
  if (error.status === 429) return error.message;
  if (error.code === "reauthentication_needed") {
    return "This took too long. Please close this window and start again.";
  }
  const gone = ["session_not_found", "user_not_found"].includes(error.code ?? "");
  if (gone || error.status === 401) {
    return "You have been signed out. Please log in again.";
  }
  const wrong = ["mfa_verification_failed", "validation_failed", "mfa_factor_not_found"];
  return wrong.includes(error.code ?? "") ? WRONG[by] : FAILED;
};

/**
 * Shows the second factor for the client's session. Answers null, or why it was not taken.
 *
 * @param factorId of an enrolment that the code finishes; otherwise any factor that counts
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
  // Mostly one; somebody with two authenticators may answer with either.
  for (const id of ids) {
    const tried = await db.auth.mfa.challengeAndVerify({ factorId: id, code: code.trim() });
    message = tried.error && refusal(tried.error, by);
    if (message !== WRONG.app) break;
  }
  return message;
};
