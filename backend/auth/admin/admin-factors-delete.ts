import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { Endpoint } from "../context.ts";
import { namedFactor, removeFactor } from "../mfa/factors.ts";
import { hasOtherFactor, recoveryFactor } from "../mfa/recovery-codes.ts";
import { factorJson } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { namedUser } from "./admin.ts";

/** DELETE /admin/users/:id/factors/:factorId: for people who lost their authenticator. */
export const adminFactorsDelete: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const factor = namedFactor(user, call.params.factorId);
  await auth.core.db.transaction(async (tx) => {
    await removeFactor(auth, tx, user.id, factor.id);
    const left = await reload(tx, user.id);
    const codes = recoveryFactor(left);
    // Recovery codes must not be the only factor left: they run out.
    if (codes && !hasOtherFactor(left)) await removeFactor(auth, tx, user.id, codes.id);
    await audit(auth, tx, call.ip, "factor_deleted", null, {
      user_id: user.id,
      factor_id: factor.id,
    });
  });
  return json(factorJson(factor));
};
