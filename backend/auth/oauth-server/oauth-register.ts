import { json } from "#backend/core/http/http.ts";
import type { Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitRegistering } from "../limits/limits.ts";
import { readJson } from "../request.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { ClientToRegister } from "./client-facts.ts";
import { clientJson, registerClient } from "./oauth-clients.ts";

/**
 * POST /oauth/clients/register: an application registers itself (RFC 7591), if the project allows it.
 * Nobody vouches for its own description.
 */
export const oauthRegister: Endpoint = async (auth, call) => {
  if (!auth.config.oauthServer.allowDynamicRegistration) {
    throw refuse("oauth_dynamic_client_registration_disabled");
  }
  await limitRegistering(auth, call.ip);
  const given = await readJson(call.request, ClientToRegister);
  const { client, secret } = await registerClient(auth, given, "dynamic");
  const registration = {
    ...clientJson(client, secret),
    client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
    // Required with a secret (RFC 7591 section 3.2.1): it does not expire.
    client_secret_expires_at: secret ? 0 : undefined,
  };
  return json(registration, 201, NO_STORE);
};
