import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { actorOf } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { removeFactor } from "./factors.ts";
import { recoveryFactor } from "./recovery-codes.ts";

/** DELETE /factors/recovery-codes: invalidates all of them. */
export const recoveryCodesDelete: UserEndpoint = async (auth, call) => {
  if (call.session.aal !== "aal2") {
    throw refuse("insufficient_aal", { message: "AAL2 required to delete recovery codes" });
  }
  requireFreshProof(auth, call);
  const id = await auth.core.db.transaction(async (tx) => {
    await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
    const factor = recoveryFactor(await reload(tx, call.user.id));
    if (!factor) throw refuse("mfa_recovery_codes_unknown");
    // A person who came in with one of the codes has proved ownership. This session remains as it is, so
    // that they can remove the lost authenticator.
    await tx.query("update auth.sessions set factor_id = null where id = $1 and factor_id = $2", [
      call.session.id,
      factor.id,
    ]);
    await removeFactor(auth, tx, call.user.id, factor.id);
    await audit(auth, tx, call.ip, "recovery_codes_deleted", actorOf(call.user), {
      factor_id: factor.id,
    });
    return factor.id;
  });
  return json({ id });
};
