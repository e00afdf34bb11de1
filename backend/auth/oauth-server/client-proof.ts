import { z } from "zod";
import { readBody } from "#backend/kernel/http.ts";
import { sameSecret } from "#backend/kernel/tokens.ts";
import type { Auth } from "../context.ts";
import { OAuthRefusal } from "../errors.ts";
import { findClient, hashOf, type OAuthClient } from "../oauth-clients.ts";

const BODY_LIMIT = 64 * 1024;

/** The members of a token request; what is left out is "". */
const TokenRequest = z.object(
  Object.fromEntries(
    (
      [
        ...["grant_type", "code", "refresh_token", "redirect_uri", "client_id"],
        ...["client_secret", "code_verifier", "resource"],
      ] as const
    ).map((name) => [name, z.string().nullish()]),
  ),
);
export type TokenRequest = Record<string, string>;

const malformed = (description: string) => new OAuthRefusal("invalid_request", description);

/** Reads a token request, as a form (RFC 6749 section 4.1.3) or as JSON, which the platform takes too. */
export const readTokenRequest = async (request: Request): Promise<TokenRequest> => {
  const body = await readBody(request, BODY_LIMIT);
  const text = new TextDecoder().decode(body);
  let given: unknown;
  if (request.headers.get("content-type")?.includes("application/json")) {
    try {
      given = JSON.parse(text);
    } catch {
      throw malformed("Invalid JSON body");
    }
  } else given = Object.fromEntries(new URLSearchParams(text));
  const { success, data } = TokenRequest.safeParse(given);
  if (!success) throw malformed("Failed to parse form data");
  const members = Object.entries(data).map(([name, value]): [string, string] => [
    name,
    value ?? "",
  ]);
  // PostgreSQL stores no such text, so nothing that was given out can be it.
  if (members.some(([, value]) => value.includes("\0") || !value.isWellFormed())) {
    throw malformed("Failed to parse form data");
  }
  return Object.fromEntries(members);
};

interface Credentials {
  id: string;
  secret: string;
  method: OAuthClient["token_endpoint_auth_method"];
}

const unproven = (description: string) =>
  new OAuthRefusal("invalid_client", description, "invalid_credentials");

/** RFC 6749 section 2.3.1: both halves are written as in a form. */
const formText = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw unproven("Invalid client credentials: invalid basic auth encoding");
  }
};

const credentialsOf = (request: Request, given: TokenRequest): Credentials | null => {
  const { client_id: named = "", client_secret: secret = "" } = given;
  const basic = /^basic +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (basic) {
    const [id, ...rest] = Buffer.from(basic, "base64").toString("utf8").split(":");
    if (!id || rest.length === 0) {
      throw unproven("Invalid client credentials: invalid basic auth format");
    }
    if (named && named !== formText(id)) throw unproven("Invalid client credentials");
    return { id: formText(id), secret: formText(rest.join(":")), method: "client_secret_basic" };
  }
  if (!named && !secret) return null;
  return { id: named, secret, method: secret ? "client_secret_post" : "none" };
};

/** The application that asks, proven by its secret where it has one; null when it does not say who it is. */
export const provenClient = async (
  auth: Auth,
  request: Request,
  given: TokenRequest,
): Promise<OAuthClient | null> => {
  const shown = credentialsOf(request, given);
  if (!shown) return null;
  const client = await findClient(auth.kernel.db, shown.id);
  if (!client) throw unproven("Invalid client credentials");
  if (shown.method !== client.token_endpoint_auth_method) {
    throw unproven(`invalid authentication method: '${shown.method}' is not allowed`);
  }
  if (client.client_type === "public") return client;
  const kept = client.client_secret_hash;
  if (!kept || !sameSecret(hashOf(shown.secret), kept))
    throw unproven("invalid client credentials");
  return client;
};
