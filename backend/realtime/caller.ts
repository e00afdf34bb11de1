import { decodeJwt } from "jose";
import pg from "pg";
import { seconds } from "#backend/core/clock.ts";
import type { Core } from "#backend/core/core.ts";
import { preRequestOf } from "#backend/core/database/pre-request.ts";
import { HttpError } from "#backend/core/errors.ts";
import { actAs, type Caller, identify } from "#backend/core/tokens/caller.ts";
import type { Connection } from "./connection.ts";
import type { RealtimeContext } from "./context.ts";

/** A token that opens nothing; the message is the platform's. */
export class TokenRefused extends Error {
  readonly code: string;
  /** The message for a channel that is already open. */
  readonly publicMessage: string;
  constructor(code: string, message: string, publicMessage = message) {
    super(message);
    this.code = code;
    this.publicMessage = publicMessage;
  }
}

/** How long ago a token ended, which was ours. */
const expired = (token: string, now: number): TokenRefused => {
  const message = "Token has expired";
  const ago = now - (decodeJwt(token).exp ?? now);
  return new TokenRefused("InvalidJWTToken", message, `${message} ${ago} seconds ago`);
};

/** On whose behalf a token speaks: a user's, or one of the API keys in either spelling. */
export const callerOf = async (core: Core, token: string): Promise<Caller> => {
  let caller: Caller;
  try {
    const request = new Request("http://realtime.invalid/", { headers: { apikey: token } });
    caller = await identify(request, { tokens: core.tokens, keys: core.keys });
  } catch (error) {
    if (!(error instanceof HttpError) && !(error instanceof TypeError)) throw error;
    if (error.message === "JWT expired") throw expired(token, seconds(core.clock));
    throw new TokenRefused("MalformedJWT", "The token provided is not a valid JWT");
  }
  if (typeof caller.claims.role !== "string")
    throw new TokenRefused("InvalidJWTToken", "Fields `role` and `exp` are required in JWT");
  return caller;
};

/** The words of a refusal that PostgREST reads as JSON (`raise sqlstate 'PGRST'`), and of any other. */
const wordsOf = ({ code, message }: pg.DatabaseError): string => {
  if (code !== "PGRST") return message;
  try {
    return String((JSON.parse(message) as { message?: unknown }).message);
  } catch {
    return message;
  }
};

/**
 * Calls the project's function for every request (`[api] pre_request`) for somebody who joins, sends or
 * stays; throws TokenRefused when it refuses. Keys belong to nobody, so they are not checked.
 */
export const checkCaller = async ({ api, project }: Core, caller: Caller): Promise<void> => {
  const question = preRequestOf(project);
  if (question === null || caller.claims.sub === undefined) return;
  try {
    await api.batch([actAs(caller), question]);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.severity === "ERROR")
      throw new TokenRefused("InvalidJWTToken", wordsOf(error));
    throw error;
  }
};

/** As above, for a channel on the given socket, of which an account has only so many (`max_sockets_per_account`). */
export const checkSocket = async (
  { core, accountSockets }: Pick<RealtimeContext, "core" | "accountSockets">,
  connection: Connection,
  caller: Caller,
): Promise<void> => {
  await checkCaller(core, caller);
  const { sub } = caller.claims;
  // A socket that closed meanwhile would be counted for ever.
  if (!sub || !connection.isOpen || accountSockets.take(sub, connection)) return;
  throw new TokenRefused("ConnectionRateLimitReached", "Too many connected users");
};
