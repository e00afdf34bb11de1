import { json } from "#backend/core/http/http.ts";
import type { NamedEndpoint } from "../context.ts";
import { needsFreshProof } from "../sessions/recent-proof.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { userJson } from "./user.ts";

/**
 * GET /user: the token's user as stored now. With `[auth] require_current_password`, it also says whether
 * the session needs a fresh proof (`reauthentication_needed`), so that other services can apply the same rule.
 */
export const userGet: NamedEndpoint = async (auth, call) => {
  const { user, session } = call;
  const needed = session && needsFreshProof(auth, { ...call, session });
  const more = needed === null ? {} : { reauthentication_needed: needed };
  return json({ ...userJson(user), ...more }, 200, NO_STORE);
};
