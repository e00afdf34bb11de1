import { queueRevocation, storedTokens } from "./revocations.ts";
import { closeSession, leaveSession, remainInSession, sessionClient } from "./session.ts";

/**
 * The result of a sign-out. `here`: this device is signed out, and the service ends the session as soon as
 * it can be reached. `failed`: nothing has changed.
 */
export type SignOutOutcome = "done" | "here" | "failed";

/**
 * Signs out of this device, which needs no connection, or of every device, which does. A session that the
 * service could not end is ended later (see revocations.ts).
 *
 * @throws why the service did not sign out of every device
 */
export const endSession = async (scope: "local" | "global"): Promise<SignOutOutcome> => {
  const tokens = storedTokens();
  const db = await sessionClient();
  leaveSession();
  const { error } = await db.auth
    .signOut({ scope })
    .catch((thrown: unknown) => ({ error: thrown }));
  if (scope === "global") {
    if (error) {
      remainInSession();
      throw error;
    }
    closeSession();
    return "done";
  }
  if (error && storedTokens()) {
    remainInSession();
    return "failed";
  }
  // The page is a visitor's now, even if the client still has a session that it could not refresh.
  closeSession();
  if (!error || !tokens) return "done";
  queueRevocation(tokens);
  return "here";
};
