import { seconds } from "#backend/core/clock.ts";
import type { Core } from "#backend/core/core.ts";
import { HttpError } from "#backend/core/errors.ts";
import { parseJson } from "#backend/core/http/parse.ts";
import type { ApiKeys, Caller } from "#backend/core/tokens/caller.ts";
import { sameSecret } from "#backend/core/tokens/tokens.ts";
import { type RefusalCode, type RestError, refuse } from "./errors.ts";

const invalid = (code: RefusalCode, message: string, details: string | null = null): RestError =>
  refuse(code, {
    message,
    details,
    headers: {
      "www-authenticate": `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
    },
  });

/** Seconds by which another server's clock may be ahead of ours. */
const ALLOWED_SKEW = 30;

const noKey = (details: string) =>
  invalid("PGRST301", "No suitable key or wrong key type", details);

/** A claim that jose rejected. */
const ofClaim = (claim: string, reason: string): RestError => {
  if (reason === "invalid") return invalid("PGRST303", `The JWT '${claim}' claim must be a number`);
  return claim === "nbf"
    ? invalid("PGRST303", "JWT not yet valid")
    : invalid("PGRST303", "JWT expired");
};

const presented = (request: Request): string =>
  (request.headers.get("authorization") ?? request.headers.get("apikey") ?? "").replace(
    /^bearer\s*/i,
    "",
  );

const algorithmOf = (token: string): unknown => {
  try {
    const [header = ""] = token.split(".");
    const claims = parseJson(Buffer.from(header, "base64url").toString("utf8"));
    return (claims as { alg?: unknown } | null)?.alg;
  } catch {
    return undefined;
  }
};

/** Why the core refused a token, in PostgREST's words; other errors pass unchanged. */
export const tokenRefusal = (error: unknown, request: Request): unknown => {
  if (!(error instanceof HttpError) || error.code !== "bad_jwt") return error;
  const { code, claim, reason } = (error.cause ?? {}) as Record<string, string | undefined>;
  if (claim && reason) return ofClaim(claim, reason);
  if (error.message !== "Invalid JWT") return invalid("PGRST303", error.message);
  const token = presented(request);
  const parts = token.split(".").length;
  if (parts !== 3) return invalid("PGRST301", `Expected 3 parts in JWT; got ${parts}`);
  if (algorithmOf(token) === "none") {
    return invalid(
      "PGRST301",
      "Wrong or unsupported encoding algorithm",
      "JWT is unsecured but expected 'alg' was not 'none'",
    );
  }
  switch (code) {
    case "ERR_JWS_SIGNATURE_VERIFICATION_FAILED":
      return noKey("None of the keys was able to decode the JWT");
    case "ERR_JWKS_NO_MATCHING_KEY":
    case "ERR_JOSE_ALG_NOT_ALLOWED":
      return noKey("No suitable key was found to decode the JWT");
    default:
      return invalid("PGRST301", "JWT couldn't be decoded");
  }
};

/** Our own keys are valid whenever they were made: the clock may have been fast at the first start. */
const isOwnKey = (request: Request, { anon, serviceRole }: ApiKeys): boolean => {
  const token = presented(request);
  return sameSecret(token, anon) || sameSecret(token, serviceRole);
};

/** Checks that PostgREST makes and the core does not. */
export const checkToken = (
  request: Request,
  { role, claims }: Caller,
  { clock, keys }: Pick<Core, "clock" | "keys">,
): void => {
  if (/^bearer\s*$/i.test(request.headers.get("authorization") ?? "")) {
    throw invalid("PGRST301", "Empty JWT is sent in Authorization header");
  }
  // To PostgreSQL `none` is the role that logged in, which no caller may have.
  if (role === "none") throw refuse("PGRST303", { message: "Parsing claims failed" });
  // The project's hooks may write anything into these.
  const { iat, aud } = claims as { iat?: unknown; aud?: unknown };
  if (iat !== undefined && typeof iat !== "number") throw ofClaim("iat", "invalid");
  if (iat !== undefined && iat > seconds(clock) + ALLOWED_SKEW && !isOwnKey(request, keys)) {
    throw invalid("PGRST303", "JWT issued at future");
  }
  if (aud !== undefined && ![aud].flat().every((each) => typeof each === "string")) {
    throw invalid("PGRST303", "The JWT 'aud' claim must be a string or an array of strings");
  }
};
