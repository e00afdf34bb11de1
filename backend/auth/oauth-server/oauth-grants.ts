import { json } from "#backend/core/http/http.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { audit } from "../audit.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { actorOf } from "../users/user.ts";
import { applicationJson, consentsOf, revokeConsent } from "./consents.ts";
import { scopesOf } from "./scopes.ts";

/** GET /user/oauth/grants: the applications with which the person shares data. */
export const oauthGrantsList: UserEndpoint = async ({ core }, { user }) => {
  const consents = await consentsOf(core.db, user.id);
  const grants = consents.map(({ client_id, scopes, granted_at, ...client }) => ({
    client: applicationJson({ ...client, id: client_id }),
    scopes: scopesOf(scopes),
    granted_at: granted_at.toISOString(),
  }));
  return json(grants, 200, NO_STORE);
};

/**
 * DELETE /user/oauth/grants?client_id=…: withdraws the consent and ends the application's sessions; 204.
 */
export const oauthGrantsRevoke: UserEndpoint = async (auth, { url, user, ip }) => {
  const id = url.searchParams.get("client_id");
  if (!id) {
    throw refuse("validation_failed", { message: "client_id query parameter is required" });
  }
  if (!isUuid(id)) throw refuse("validation_failed", { message: "invalid client_id format" });
  await auth.core.db.transaction(async (tx) => {
    if (!(await revokeConsent(auth, tx, user.id, id))) throw refuse("oauth_consent_not_found");
    await audit(auth, tx, ip, "token_revoked", actorOf(user), {
      oauth_client_id: id,
      action: "revoke_oauth_grant",
    });
  });
  return new Response(null, { status: 204 });
};
