import { json } from "#backend/kernel/http.ts";
import type { UserEndpoint } from "../context.ts";
import { seenBy } from "../oauth-server/person.ts";
import { NO_STORE } from "../sessions.ts";
import { userJson } from "../user.ts";

/** GET /user: the signed-in user as stored now; an application sees what it was let know. */
export const userGet: UserEndpoint = async (_auth, { user, session }) =>
  json(userJson(session.application ? seenBy(user, session.application) : user), 200, NO_STORE);
