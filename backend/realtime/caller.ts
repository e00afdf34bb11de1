import { type Caller, identify } from "#backend/kernel/caller.ts";
import { HttpError } from "#backend/kernel/errors.ts";
import type { Kernel } from "#backend/kernel/kernel.ts";

/** A token that opens nothing; the message is the platform's. */
export class TokenRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** On whose behalf a token speaks: a user's, or one of the API keys in either spelling. */
export const callerOf = async (kernel: Kernel, token: string): Promise<Caller> => {
  let caller: Caller;
  try {
    const request = new Request("http://realtime.invalid/", { headers: { apikey: token } });
    caller = await identify(request, { tokens: kernel.tokens, keys: kernel.keys });
  } catch (error) {
    if (!(error instanceof HttpError) && !(error instanceof TypeError)) throw error;
    if (error.message === "JWT expired")
      throw new TokenRefused("InvalidJWTToken", "Token has expired");
    throw new TokenRefused("MalformedJWT", "The token provided is not a valid JWT");
  }
  if (typeof caller.claims.role !== "string")
    throw new TokenRefused("InvalidJWTToken", "Fields `role` and `exp` are required in JWT");
  return caller;
};
