import { json } from "#backend/core/http/http.ts";
import type { UserEndpoint } from "../context.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { userInfo } from "./person.ts";

/**
 * GET /oauth/userinfo: the user, as far as they share their data with the application (OpenID Connect Core
 * section 5.3).
 */
export const oauthUserinfo: UserEndpoint = async (_auth, { user, session }) =>
  json(userInfo(user, session.application), 200, NO_STORE);
