import { z } from "zod";
import { audit } from "../audit.ts";
import type { Endpoint } from "../context.ts";
import { methodOf } from "../email/verification.ts";
import { refuse } from "../errors.ts";
import { limitTokens } from "../limits/limits.ts";
import { readJson, text } from "../request.ts";
import { actorOf } from "../users/user.ts";
import { isBanned, reload } from "../users/users.ts";
import { redeemCode } from "./pkce.ts";
import { openSession, sessionResponse } from "./sessions.ts";

const Body = z.object({ auth_code: text(255), code_verifier: text(255) });

/** POST /token?grant_type=pkce: a session for the code of a used link and the verifier. */
export const pkceGrant: Endpoint = async (auth, call) => {
  await limitTokens(auth, call.ip);
  const { auth_code: code, code_verifier: verifier } = await readJson(call.request, Body);
  if (!code || !verifier) {
    throw refuse("validation_failed", {
      message: "invalid request: both auth code and code verifier should be non-empty",
    });
  }
  const signedIn = await auth.core.db.transaction(async (tx) => {
    const { userId, flow, provider, tokens } = await redeemCode(auth, tx, code, verifier);
    const user = await reload(tx, userId);
    if (isBanned(auth, user)) throw refuse("banned_from_tokens");
    await audit(auth, tx, call.ip, "login", actorOf(user), { provider });
    const issued = await openSession(auth, tx, user, methodOf(flow), call, provider);
    return { user: await reload(tx, user.id), issued, tokens };
  });
  return sessionResponse(auth, signedIn.user, signedIn.issued, signedIn.tokens);
};
