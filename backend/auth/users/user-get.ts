import { json } from "#backend/core/http/http.ts";
import type { NamedEndpoint } from "../context.ts";
import { visibleTo } from "../oauth-server/person.ts";
import { needsFreshProof } from "../sessions/recent-proof.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { userJson } from "./user.ts";

/**
 * GET /user: the token's user as stored now; an application sees what the person shares with it. With
 * `[auth] require_current_password`, it also says whether the person's own session needs a fresh proof
 * (`reauthentication_needed`), so that other services can apply the same rule.
 */
export const userGet: NamedEndpoint = async (auth, call) => {
  const { user, session } = call;
  if (session?.application)
    return json(userJson(visibleTo(user, session.application)), 200, NO_STORE);
  const needed = session && needsFreshProof(auth, { ...call, session });
  const more = needed === null ? {} : { reauthentication_needed: needed };
  return json({ ...userJson(user), ...more }, 200, NO_STORE);
};
