import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { actorOf } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { isVerified, namedFactor, removeFactor } from "./factors.ts";
import { hasOtherFactor, RECOVERY, recoveryFactor } from "./recovery-codes.ts";

/** DELETE /factors/:factorId: a verified factor can be removed only by a session at `aal2`. */
export const factorsUnenroll: UserEndpoint = async (auth, call) => {
  await auth.core.db.transaction(async (tx) => {
    await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
    // Read again under the lock: it may have been verified a moment ago.
    const user = await reload(tx, call.user.id);
    const factor = namedFactor(user, call.params.factorId);
    if (isVerified(factor) && call.session.aal !== "aal2") throw refuse("aal2_to_unenroll");
    if (isVerified(factor)) requireFreshProof(auth, call);
    if (factor.factor_type === RECOVERY) {
      throw refuse("unprocessable", {
        message:
          "Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes",
      });
    }
    if (isVerified(factor) && recoveryFactor(user) && !hasOtherFactor(user, factor.id)) {
      throw refuse("mfa_recovery_codes_sole_factor");
    }
    await removeFactor(auth, tx, call.user.id, factor.id);
    await audit(auth, tx, call.ip, "factor_unenrolled", actorOf(call.user), {
      factor_id: factor.id,
      factor_status: factor.status,
      session_id: call.session.id,
    });
  });
  return json({ id: call.params.factorId });
};
