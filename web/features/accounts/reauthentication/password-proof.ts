import { CODE_NOT_SENT } from "#domain/accounts/settings-messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";

/** The password, or the code from an email. */
type Given = { current_password: string } | { nonce: string };

const WRONG: Record<string, string> = {
  invalid_credentials: "That is not your current password.",
  reauthentication_not_valid: "That code is wrong or has expired.",
};

/**
 * Proves the identity of the session's person, without a new session. Returns null, or why the proof was
 * refused.
 */
export const submitProof = async (db: Db, given: Given): Promise<string | null> => {
  const { error } = await db.auth.updateUser(given);
  if (!error) return null;
  return WRONG[error.code ?? ""] ?? faultOf(error, "Please try again.").message;
};

/** Sends a code by email. Returns null, or why none was sent. */
export const sendProofCode = async (db: Db): Promise<string | null> => {
  const { error } = await db.auth.reauthenticate();
  if (!error) return null;
  return faultOf(error, CODE_NOT_SENT).message;
};
