import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { timestamp, type UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { readJson, text } from "../request.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { actorOf } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { checkPlace } from "./factors.ts";
import { hasOtherFactor, RECOVERY, recoveryFactor, replaceCodes } from "./recovery-codes.ts";

const Body = z.object({ friendly_name: text(128) });

/** POST /factors/recovery-codes: ten codes, shown only this once, for an account with a verified factor. */
export const recoveryCodesGenerate: UserEndpoint = async (auth, call) => {
  if (!auth.config.mfa.totp.enrollEnabled) throw refuse("mfa_recovery_codes_enroll_not_enabled");
  const name = (await readJson(call.request, Body)).friendly_name || "Recovery codes";
  if (call.session.aal !== "aal2") {
    throw refuse("insufficient_aal", { message: "AAL2 required to generate recovery codes" });
  }
  requireFreshProof(auth, call);
  const made = await auth.core.db.transaction(async (tx) => {
    await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
    const user = await reload(tx, call.user.id);
    if (recoveryFactor(user)) throw refuse("mfa_verified_factor_exists");
    checkPlace(auth, user, name, call.session.aal);
    if (!hasOtherFactor(user)) throw refuse("mfa_recovery_codes_sole_factor");
    await tx.query(
      `insert into _backend.auth_recovery_sets (user_id, friendly_name, created_at, updated_at)
       values ($1, $2, $3, $3)`,
      [user.id, name, timestamp(auth)],
    );
    const codes = await replaceCodes(tx, user.id);
    const factor = recoveryFactor(await reload(tx, user.id));
    await audit(auth, tx, call.ip, "recovery_codes_generated", actorOf(user), {
      factor_id: factor?.id,
      count: codes.length,
    });
    return { id: factor?.id, codes };
  });
  return json(
    {
      id: made.id,
      type: RECOVERY,
      friendly_name: name,
      total: made.codes.length,
      codes: made.codes,
    },
    200,
    NO_STORE,
  );
};
