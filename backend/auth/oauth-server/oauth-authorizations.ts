import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { readJson } from "../request.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { admitDecision, approve, deny, waitingFor } from "./authorizations.ts";
import { applicationJson, consentedScopes, rememberConsent } from "./consents.ts";
import { isAssured } from "./redirects.ts";
import { scopesOf } from "./scopes.ts";

/**
 * GET /oauth/authorizations/:id: who requests what, for the page that asks the person. From here on only
 * this person can decide. A person who has consented to all of it before is redirected at once.
 */
export const oauthAuthorizationsGet: UserEndpoint = async (auth, call) => {
  admitDecision(auth, call);
  const { user } = call;
  const result = await auth.core.db.transaction(async (tx) => {
    const one = await waitingFor(auth, tx, call, { claim: true });
    const consented = await consentedScopes(tx, user.id, one.client_id);
    const covered = scopesOf(one.scope).every((scope) => consented.includes(scope));
    if (covered && isAssured(one, one.redirect_uri)) {
      return { redirect_url: await approve(auth, tx, one) };
    }
    return {
      authorization_id: one.authorization_id,
      redirect_uri: one.redirect_uri,
      client: applicationJson({ ...one, id: one.client_id }),
      user: { id: user.id, email: user.email ?? undefined },
      scope: one.scope,
    };
  });
  return json(result, 200, NO_STORE);
};

const Decision = z.object({ action: z.string().nullish() });

/** POST /oauth/authorizations/:id/consent: the person's own decision, possible once. */
export const oauthAuthorizationsConsent: UserEndpoint = async (auth, call) => {
  admitDecision(auth, call);
  const { action } = await readJson(call.request, Decision);
  if (action !== "approve" && action !== "deny") {
    throw refuse("validation_failed", { message: "action must be 'approve' or 'deny'" });
  }
  if (action === "approve") requireFreshProof(auth, call);
  const redirect_url = await auth.core.db.transaction(async (tx) => {
    const one = await waitingFor(auth, tx, call, { claim: false });
    if (action === "deny") return deny(tx, one);
    await rememberConsent(auth, tx, call.user.id, one.client_id, scopesOf(one.scope));
    return approve(auth, tx, one);
  });
  return json({ redirect_url }, 200, NO_STORE);
};
