import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { timestamp, type UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { actorOf } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { recoveryFactor, replaceCodes } from "./recovery-codes.ts";

/**
 * POST /factors/recovery-codes/regenerate: new codes, shown only this once; the old ones become invalid.
 */
export const recoveryCodesRegenerate: UserEndpoint = async (auth, call) => {
  if (!auth.config.mfa.totp.enrollEnabled) throw refuse("mfa_recovery_codes_enroll_not_enabled");
  if (call.session.aal !== "aal2") {
    throw refuse("insufficient_aal", { message: "AAL2 required to regenerate recovery codes" });
  }
  requireFreshProof(auth, call);
  const { factor, codes } = await auth.core.db.transaction(async (tx) => {
    await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
    const found = recoveryFactor(await reload(tx, call.user.id));
    if (!found) throw refuse("mfa_recovery_codes_unknown");
    await tx.query("update _backend.auth_recovery_sets set updated_at = $2 where user_id = $1", [
      call.user.id,
      timestamp(auth),
    ]);
    const made = await replaceCodes(tx, call.user.id);
    await audit(auth, tx, call.ip, "recovery_codes_regenerated", actorOf(call.user), {
      factor_id: found.id,
      count: made.length,
    });
    return { factor: found, codes: made };
  });
  const { id, factor_type: type, friendly_name } = factor;
  return json({ id, type, friendly_name, total: codes.length, codes }, 200, NO_STORE);
};
