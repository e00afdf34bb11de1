import { z } from "zod";
import { audit } from "../audit.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { countGuess } from "../limits/guess-limits.ts";
import { rememberNetwork } from "../limits/known-networks.ts";
import { limitFactors } from "../limits/limits.ts";
import { readJson, text } from "../request.ts";
import { elevateToAal2, sessionResponse } from "../sessions/sessions.ts";
import { actorOf } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { consumeCode, countCodes, plainCode, recoveryFactor } from "./recovery-codes.ts";

const Body = z.object({ code: text(64) });

/** POST /factors/recovery-codes/verify: one of the codes, once, instead of the authenticator's. */
export const recoveryCodesVerify: UserEndpoint = async (auth, call) => {
  await limitFactors(auth, call.ip);
  if (!auth.config.mfa.totp.verifyEnabled) throw refuse("mfa_recovery_codes_verify_not_enabled");
  const code = plainCode((await readJson(call.request, Body)).code);
  if (!code) throw refuse("validation_failed", { message: "Code needs to be non-empty" });
  const guess = { kind: "recovery-code", userId: call.user.id, ip: call.ip } as const;
  const resetGuesses = await countGuess(auth, guess, "mfa_recovery_codes_locked");
  const lifted = await auth.core.db.transaction(async (tx) => {
    await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
    await consumeCode(auth, tx, call.user.id, code);
    const factor = recoveryFactor(await reload(tx, call.user.id));
    if (!factor) throw refuse("mfa_recovery_codes_unknown");
    const method = "mfa/recovery_code";
    const issued = await elevateToAal2(auth, tx, call.session.id, call.user.id, factor.id, method);
    await resetGuesses(tx);
    await rememberNetwork(auth, tx, call.user.id, call.ip);
    const { remaining } = await countCodes(tx, call.user.id);
    await audit(auth, tx, call.ip, "recovery_codes_verified", actorOf(call.user), {
      factor_id: factor.id,
      remaining,
    });
    return { user: await reload(tx, call.user.id), issued };
  });
  return sessionResponse(auth, lifted.user, lifted.issued);
};
