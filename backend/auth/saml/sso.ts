import { randomUUID } from "node:crypto";
import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import { isUuid } from "#backend/core/uuid.ts";
import type { Auth, Endpoint } from "../context.ts";
import { allowedRedirect } from "../email/redirects.ts";
import { refuse } from "../errors.ts";
import { limitFlows } from "../limits/limits.ts";
import { flag, pkceFields, readJson, text } from "../request.ts";
import { challengeOf } from "../sessions/pkce.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { findProvider, readMetadata, type SsoProvider } from "./providers.ts";
import { rememberSignIn } from "./relay.ts";
import { authnRequest, serviceProvider } from "./service.ts";

const Body = z.object({
  provider_id: text(36),
  domain: text(255),
  redirect_to: text(2048),
  skip_http_redirect: flag(false),
  ...pkceFields,
});

const requestedProvider = async (
  auth: Auth,
  { provider_id: id, domain }: z.output<typeof Body>,
): Promise<SsoProvider> => {
  if (id && domain) {
    throw refuse("validation_failed", {
      message: "Only one of provider_id or domain supported",
    });
  }
  if (!id && !domain) {
    throw refuse("validation_failed", {
      message: "A provider_id or domain needs to be provided",
    });
  }
  if (id && !isUuid(id))
    throw refuse("validation_failed", { message: "provider_id must be an UUID" });
  const { db } = auth.core;
  const found = id ? await findProvider(db, "id", id) : await findProvider(db, "domain", domain);
  if (!found) {
    throw refuse("sso_provider_not_found", {
      message: id ? "No such SSO provider" : "No SSO provider assigned for this domain",
    });
  }
  if (found.disabled) throw refuse("sso_provider_disabled");
  return found;
};

/**
 * POST /sso: the address at which a person signs in, at the identity provider of their domain or the named
 * one.
 */
export const sso: Endpoint = async (auth, call) => {
  if (!auth.config.saml.enabled) throw refuse("saml_provider_disabled");
  await limitFlows(auth, call.ip);
  const body = await readJson(call.request, Body);
  const provider = await requestedProvider(auth, body);
  const challenge = challengeOf(body);
  const relayState = randomUUID();
  const service = serviceProvider(auth.core.publicUrl, auth.config.saml.privateKey);
  const { url, requestId } = authnRequest(service, {
    ssoUrl: readMetadata(provider.metadata_xml).ssoUrl,
    nameIdFormat: provider.name_id_format,
    relayState,
    now: auth.core.clock.now(),
  });
  await rememberSignIn(auth, {
    id: relayState,
    providerId: provider.id,
    requestId,
    redirectTo: allowedRedirect(body.redirect_to, auth.config),
    challenge,
  });
  if (body.skip_http_redirect) return json({ url }, 200, NO_STORE);
  return new Response(null, { status: 303, headers: { location: url, ...NO_STORE } });
};
