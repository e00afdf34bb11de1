import { adminIdentity } from "#domain/accounts.ts";
import { isDeactivated } from "#domain/accounts-errors.ts";
import { DEACTIVATED } from "#domain/accounts-sessions.ts";
import { faultOf, isNetworkCut, isRateLimit, isServerFault } from "#domain/site-faults.ts";
import type { Db } from "#web/session/database.ts";
import { refreshSession } from "#web/session/session.ts";

const INVALID = "Invalid credentials. Please try again.";
const NOT_AUTHORISED = "Not authorized. Admin access only.";
/** A result that is no refusal: the second factor is still missing. */
export const SECOND_STEP = Symbol("second step");
const UNEXPECTED = "An unexpected error occurred. Please try again.";

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
  // Every other failure gets the same response, so that nobody learns which usernames exist.
  const isToSay = isRateLimit(error) || isNetworkCut(error) || isServerFault(error);
  if (error)
    return isToSay || isDeactivated(error) ? faultOf(error, INVALID, true).message : INVALID;
  const accountType = await trial.rpc("own_account_type");
  if (accountType.data !== "admin") {
    await trial.auth.signOut({ scope: "local" });
    if (!accountType.error) return NOT_AUTHORISED;
    const { message } = faultOf(accountType.error, UNEXPECTED, true);
    return message.startsWith(DEACTIVATED) ? NOT_AUTHORISED : UNEXPECTED;
  }
  const { access_token, refresh_token } = data.session;
  const adopted = await db.auth.setSession({ access_token, refresh_token });
  if (adopted.error) return UNEXPECTED;
  return (await refreshSession()).status === "second-step" ? SECOND_STEP : null;
};
