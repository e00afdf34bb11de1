import { json } from "#backend/core/http/http.ts";
import type { Endpoint } from "../context.ts";

/** GET /.well-known/jwks.json: the public keys that access tokens can be verified with (RFC 7517). */
export const jwks: Endpoint = async ({ core }) =>
  json(core.tokens.jwks(), 200, { "cache-control": "public, max-age=600" });
