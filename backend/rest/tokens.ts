import type { Caller } from "#backend/kernel/caller.ts";
import { type Clock, seconds } from "#backend/kernel/clock.ts";
import { HttpError } from "#backend/kernel/errors.ts";
import { type RefusalCode, type RestError, refuse } from "./errors.ts";

const invalid = (code: RefusalCode, message: string, details: string | null = null): RestError =>
  refuse(code, {
    message,
    details,
    headers: {
      "www-authenticate": `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
    },
  });

const noKey = (details: string) =>
  invalid("PGRST301", "No suitable key or wrong key type", details);

/** A claim that jose refused. */
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

/** Why the kernel did not accept a token, in PostgREST's words; anything else stays what it is. */
export const tokenRefusal = (error: unknown, request: Request): unknown => {
  if (!(error instanceof HttpError) || error.code !== "bad_jwt") return error;
  const { code, claim, reason } = (error.cause ?? {}) as Record<string, string | undefined>;
  if (claim && reason) return ofClaim(claim, reason);
  if (error.message !== "Invalid JWT") return invalid("PGRST303", error.message);
  const token = presented(request);
  const parts = token.split(".").length;
  if (parts !== 3) return invalid("PGRST301", `Expected 3 parts in JWT; got ${parts}`);
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

/** What the kernel lets pass and PostgREST does not. */
export const checkToken = (request: Request, { role, claims }: Caller, clock: Clock): void => {
  if (/^bearer\s*$/i.test(request.headers.get("authorization") ?? "")) {
    throw invalid("PGRST301", "Empty JWT is sent in Authorization header");
  }
  // To PostgreSQL `none` is the role that entered, which is no caller's.
  if (role === "none") throw refuse("PGRST303", { message: "Parsing claims failed" });
  if (claims.iat !== undefined && claims.iat > seconds(clock) + 30) {
    throw invalid("PGRST303", "JWT issued at future");
  }
};
