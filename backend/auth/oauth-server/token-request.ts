import { z } from "zod";
import { readBody } from "#backend/core/http/http.ts";
import { parseForm, parseJson } from "#backend/core/http/parse.ts";
import { OAuthRefusal } from "../errors.ts";

const BODY_LIMIT = 64 * 1024;

/** Text that PostgreSQL can store; everything that was issued is. An omitted one is "". */
const text = z
  .string()
  .refine((value) => !value.includes("\0") && value.isWellFormed())
  .nullish()
  .transform((value) => value ?? "");

const TokenRequest = z.object({
  grant_type: text,
  code: text,
  refresh_token: text,
  redirect_uri: text,
  client_id: text,
  client_secret: text,
  code_verifier: text,
  resource: text,
});
export type TokenRequest = z.output<typeof TokenRequest>;

const malformed = (description: string) => new OAuthRefusal("invalid_request", description);

const fromJson = (body: string): unknown => {
  try {
    return parseJson(body);
  } catch {
    throw malformed("Invalid JSON body");
  }
};

/**
 * Parses a token request, as a form (RFC 6749 section 4.1.3) or as JSON, which the platform accepts too.
 */
export const readTokenRequest = async (request: Request): Promise<TokenRequest> => {
  const body = new TextDecoder().decode(await readBody(request, BODY_LIMIT));
  const isJson = request.headers.get("content-type")?.includes("application/json");
  const given = isJson ? fromJson(body) : Object.fromEntries(parseForm(body));
  const { success, data } = TokenRequest.safeParse(given);
  if (!success) throw malformed("Failed to parse form data");
  return data;
};
