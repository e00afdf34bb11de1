import { decodeJwt } from "jose";
import { z } from "zod";
import type { Auth, Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { requireSession } from "../guards.ts";
import { limitTokens } from "../limits/limits.ts";
import { flag, readJson, text } from "../request.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { openSession, sessionResponse } from "../sessions/sessions.ts";
import { reload } from "../users/users.ts";
import { linkTo, signInWith } from "./external-accounts.ts";
import type { ExternalProfile, Provider } from "./providers/provider.ts";
import { ProviderError } from "./providers/wire.ts";

const Body = z.object({
  provider: text(64),
  id_token: text(16_384),
  access_token: text(16_384),
  nonce: text(1024),
  link_identity: flag(false),
});

/** The issuers of the well-known providers, on or off. */
const ISSUERS: Record<string, string> = {
  apple: "https://appleid.apple.com",
  azure: "https://login.microsoftonline.com/common/v2.0",
  facebook: "https://www.facebook.com",
  google: "https://accounts.google.com",
};

const providerOf = async (auth: Auth, name: string): Promise<Provider> => {
  if (!name) throw refuse("validation_failed", { message: "provider required" });
  const provider = auth.providers.find(name);
  if (provider?.readIdToken) return provider;
  const issuer = ISSUERS[name] ?? (auth.config.external[name]?.enabled === false ? name : null);
  if (issuer !== null) {
    throw refuse("provider_disabled", { message: `Provider (issuer "${issuer}") is not enabled` });
  }
  throw refuse("validation_failed", { message: `Custom OIDC provider "${name}" not allowed` });
};

/** The refusal of an invalid token; a provider that cannot be reached is not the caller's fault. */
const badToken = (error: unknown, idToken: string): unknown => {
  if (!(error instanceof ProviderError)) return error;
  try {
    decodeJwt(idToken);
  } catch {
    return refuse("validation_failed", { message: "Bad ID token", cause: error });
  }
  const nonce = /^(Passed n|N)once/.test(error.message);
  return refuse("validation_failed", {
    message: nonce ? error.message : "Bad ID token",
    cause: error,
  });
};

/**
 * POST /token?grant_type=id_token: a session for an ID token that the application got from the provider by
 * itself. With `link_identity` the person is added to the caller's own account instead.
 */
export const idTokenGrant: Endpoint = async (auth, call) => {
  await limitTokens(auth, call.ip);
  const body = await readJson(call.request, Body);
  if (!body.id_token) throw refuse("validation_failed", { message: "id_token required" });
  const provider = await providerOf(auth, body.provider.toLowerCase());
  const read = async (): Promise<ExternalProfile> => {
    try {
      const given = { nonce: body.nonce, accessToken: body.access_token };
      const person = await provider.readIdToken?.(body.id_token, given);
      if (!person) throw refuse("oauth_provider_not_supported");
      return person;
    } catch (error) {
      throw badToken(error, body.id_token);
    }
  };
  if (!body.link_identity) {
    const person = await read();
    const redirectTo = auth.config.siteUrl;
    const signed = await signInWith(
      auth,
      call,
      { provider, person, redirectTo },
      async (tx, user) => ({
        issued: await openSession(auth, tx, user, "oauth", call, provider.name),
        user: await reload(tx, user.id),
      }),
    );
    return sessionResponse(auth, signed.user, signed.issued);
  }
  if (!auth.config.enableManualLinking) throw refuse("manual_linking_disabled");
  return requireSession(async (_auth, owner) => {
    requireFreshProof(auth, owner);
    const person = await read();
    const linked = await auth.core.db.transaction(async (tx) => {
      const user = await linkTo(auth, tx, call, owner.user.id, provider, person);
      const issued = await openSession(auth, tx, user, "oauth", call, provider.name);
      return { issued, user: await reload(tx, user.id) };
    });
    return sessionResponse(auth, linked.user, linked.issued);
  })(auth, call);
};
