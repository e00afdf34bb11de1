import { isUuid } from "#backend/core/uuid.ts";
import type { Endpoint } from "../context.ts";
import { OAuthRefusal, refuse } from "../errors.ts";
import { limitFlows } from "../limits/limits.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { readAuthorizationRequest } from "./authorization-request.ts";
import { storeAuthorizationRequest } from "./authorizations.ts";
import { findClient } from "./oauth-clients.ts";
import { mayReturnTo, returnTo } from "./redirects.ts";

const redirectTo = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { location, "referrer-policy": "no-referrer", ...NO_STORE },
  });

/**
 * GET /oauth/authorize: an application requests a person's consent. The browser goes to the project's own
 * page, which asks the person. Errors are sent to the application, but only at an address that is certainly
 * its own: otherwise this would redirect people anywhere (RFC 9700 section 4.11).
 */
export const oauthAuthorize: Endpoint = async (auth, { url, ip }) => {
  await limitFlows(auth, ip);
  const query = url.searchParams;
  const id = query.get("client_id") ?? "";
  const redirectUri = query.get("redirect_uri") ?? "";
  if (!id) throw refuse("validation_failed", { message: "client_id is required" });
  if (!redirectUri) throw refuse("validation_failed", { message: "redirect_uri is required" });
  if (!isUuid(id)) throw refuse("oauth_client_invalid", { message: "invalid client_id format" });
  const client = await findClient(auth.core.db, id);
  if (!client) throw refuse("oauth_client_invalid");
  if (!mayReturnTo(client, redirectUri)) {
    throw refuse("validation_failed", { message: "invalid redirect_uri" });
  }
  try {
    const name = await storeAuthorizationRequest(
      auth,
      client,
      readAuthorizationRequest(auth, query, client, redirectUri),
    );
    const { siteUrl, oauthServer } = auth.config;
    const page = `${siteUrl.replace(/\/+$/, "")}/${oauthServer.authorizationUrlPath.replace(/^\/+/, "")}`;
    return redirectTo(`${page}?authorization_id=${name}`);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    const params = { error: error.error, error_description: error.message };
    return redirectTo(returnTo(redirectUri, { ...params, state: query.get("state") }));
  }
};
