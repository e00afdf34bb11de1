import { adminIdentity } from "#domain/accounts/accounts.ts";
import { isDeactivated } from "#domain/accounts/errors.ts";
import { DEACTIVATED, NOT_AN_ADMIN } from "#domain/accounts/messages.ts";
import { faultOf, passingFault } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import type { Db } from "#web/session/database.ts";
import { adoptSession } from "#web/session/session.ts";

const INVALID = "Invalid credentials. Please try again.";
/** A result that is no refusal: the second factor is still missing. */
export const SECOND_STEP = Symbol("second step");

/**
 * Signs an admin in on `trial`, a client that nothing watches; a non-admin is signed out at once (spec 1
 * sections 4 and 8). A deactivated account gets the server's message (P-30). Returns null, SECOND_STEP, or
 * why not.
 */
export const logInAsAdmin = async (
  db: Db,
  trial: Db,
  input: { username: string; password: string; domain: string },
): Promise<string | typeof SECOND_STEP | null> => {
  const { data, error } = await trial.auth.signInWithPassword({
    email: adminIdentity(input.username, input.domain),
    password: input.password,
  });
  // Every refusal gets the same response, so that nobody learns which usernames exist.
  if (error) {
    const fault = isDeactivated(error) ? faultOf(error, INVALID, true) : passingFault(error);
    return fault?.message ?? INVALID;
  }
  const accountType = await trial.rpc("own_account_type");
  if (accountType.data !== "admin") {
    await trial.auth.signOut({ scope: "local" });
    if (!accountType.error) return NOT_AN_ADMIN;
    const { message } = faultOf(accountType.error, UNEXPECTED_ERROR, true);
    if (message.startsWith(DEACTIVATED)) return NOT_AN_ADMIN;
    return passingFault(accountType.error)?.message ?? UNEXPECTED_ERROR;
  }
  const { error: refusal, session } = await adoptSession(db, data.session);
  if (refusal) return passingFault(refusal)?.message ?? UNEXPECTED_ERROR;
  return session.status === "second-step" ? SECOND_STEP : null;
};
