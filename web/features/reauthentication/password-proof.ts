import { isNetworkCut, NETWORK_ISSUE } from "#domain/faults.ts";
import type { Db } from "#web/session/site.ts";

/** What shows who sits here: the password, or the code of a mail for those who have none. */
type Given = { current_password: string } | { nonce: string };

const WRONG: Record<string, string> = {
  invalid_credentials: "That is not your current password.",
  reauthentication_not_valid: "That code is not right, or is too old.",
};

/** Shows it for the session, which stays the same one. Answers null, or why it was not taken. */
export const giveProof = async (db: Db, given: Given): Promise<string | null> => {
  const { error } = await db.auth.updateUser(given);
  if (!error) return null;
  return isNetworkCut(error) ? NETWORK_ISSUE : (WRONG[error.code ?? ""] ?? error.message);
};

/** Mails a code to show. Answers null, or why none was sent. */
export const sendProofCode = async (db: Db): Promise<string | null> => {
  const { error } = await db.auth.reauthenticate();
  if (!error) return null;
  return isNetworkCut(error) ? NETWORK_ISSUE : error.message;
};
