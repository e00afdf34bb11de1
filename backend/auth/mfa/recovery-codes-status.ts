import { json } from "#backend/core/http/http.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { countCodes, recoveryFactor } from "./recovery-codes.ts";

/** GET /factors/recovery-codes: the number of codes, and how many are left; never the codes. */
export const recoveryCodesStatus: UserEndpoint = async (auth, call) => {
  const factor = recoveryFactor(call.user);
  if (!factor) throw refuse("mfa_recovery_codes_unknown");
  const counted = await countCodes(auth.core.db, call.user.id);
  return json({ id: factor.id, type: factor.factor_type, ...counted }, 200, NO_STORE);
};
