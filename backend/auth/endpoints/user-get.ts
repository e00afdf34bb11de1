import { json } from "#backend/kernel/http.ts";
import type { UserEndpoint } from "../context.ts";
import { NO_STORE } from "../sessions.ts";
import { userJson } from "../user.ts";

/** GET /user: the signed-in user as stored now. */
export const userGet: UserEndpoint = async (_auth, call) =>
  json(userJson(call.user), 200, NO_STORE);
