import { sameSecret } from "#backend/core/tokens/tokens.ts";
import type { Auth } from "../context.ts";
import { OAuthRefusal } from "../errors.ts";
import { findClient, hashOf, type OAuthClient } from "./oauth-clients.ts";
import type { TokenRequest } from "./token-request.ts";

interface Credentials {
  id: string;
  secret: string;
  method: OAuthClient["token_endpoint_auth_method"];
}

const unproven = (description: string) =>
  new OAuthRefusal("invalid_client", description, "invalid_credentials");

/** RFC 6749 section 2.3.1: both halves are form-encoded. */
const formText = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw unproven("Invalid client credentials: invalid basic auth encoding");
  }
};

/** The caller's credentials, from a header or from the request's members; null without any. */
const credentialsOf = (request: Request, given: TokenRequest): Credentials | null => {
  const { client_id: named, client_secret: secret } = given;
  const basic = /^basic +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (basic) {
    const pair = /^([^:]+):(.*)$/s.exec(Buffer.from(basic, "base64").toString("utf8"));
    if (!pair) throw unproven("Invalid client credentials: invalid basic auth format");
    const [id, shown] = pair.slice(1).map(formText) as [string, string];
    if (named && named !== id) throw unproven("Invalid client credentials");
    return { id, secret: shown, method: "client_secret_basic" };
  }
  if (!named && !secret) return null;
  return { id: named, secret, method: secret ? "client_secret_post" : "none" };
};

/** The calling application, verified by its secret if it has one; null if it does not name itself. */
export const provenClient = async (
  auth: Auth,
  request: Request,
  given: TokenRequest,
): Promise<OAuthClient | null> => {
  const shown = credentialsOf(request, given);
  if (!shown) return null;
  const client = await findClient(auth.core.db, shown.id);
  if (!client) throw unproven("Invalid client credentials");
  if (shown.method !== client.token_endpoint_auth_method) {
    throw unproven(`invalid authentication method: '${shown.method}' is not allowed`);
  }
  if (client.client_type === "public") return client;
  const hash = client.client_secret_hash;
  if (!hash || !sameSecret(hashOf(shown.secret), hash)) {
    throw unproven("invalid client credentials");
  }
  return client;
};
