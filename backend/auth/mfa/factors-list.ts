import { json } from "#backend/core/http/http.ts";
import type { UserEndpoint } from "../context.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { factorJson } from "../users/user.ts";

/** GET /factors: the user's own factors, finished or not. */
export const factorsList: UserEndpoint = async (_auth, call) =>
  json(call.user.factors.map(factorJson), 200, NO_STORE);
