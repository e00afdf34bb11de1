import { json } from "#backend/core/http/http.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitFlows } from "../limits/limits.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { requestedProvider, startFlow } from "./oauth-flow.ts";

/**
 * GET /user/identities/authorize?provider=…: starts a sign-in at the provider whose identity is added to
 * the caller's account (`[auth] enable_manual_linking`).
 */
export const identitiesAuthorize: UserEndpoint = async (auth, call) => {
  if (!auth.config.enableManualLinking) throw refuse("manual_linking_disabled");
  requireFreshProof(auth, call);
  await limitFlows(auth, call.ip);
  const { url } = await startFlow(auth, call, requestedProvider(auth, call), call.user.id);
  return call.url.searchParams.get("skip_http_redirect") === "true"
    ? json({ url }, 200, NO_STORE)
    : new Response(null, { status: 302, headers: { location: url, ...NO_STORE } });
};
