import { audit } from "../audit.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { actorOf } from "../users/user.ts";
import { closeSessions, SCOPES } from "./sessions.ts";

/** POST /logout?scope=global|local|others: ends sessions and their refresh tokens; 204. */
export const logout: UserEndpoint = async (auth, call) => {
  const requestedScope = call.url.searchParams.get("scope") || "global";
  const scope = SCOPES.find((name) => name === requestedScope);
  if (!scope) {
    throw refuse("validation_failed", { message: `Unsupported logout scope "${requestedScope}"` });
  }
  await auth.core.db.transaction(async (tx) => {
    await closeSessions(tx, call.user.id, call.session.id, scope);
    await audit(auth, tx, call.ip, "logout", actorOf(call.user));
  });
  return new Response(null, { status: 204 });
};
