import { json } from "#backend/core/http/http.ts";
import type { NamedEndpoint } from "../context.ts";
import { seenBy } from "../oauth-server/person.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { userJson } from "./user.ts";

/** GET /user: the user of the token as stored now; an application sees what it was let know. */
export const userGet: NamedEndpoint = async (_auth, { user, session }) =>
  json(userJson(session?.application ? seenBy(user, session.application) : user), 200, NO_STORE);
