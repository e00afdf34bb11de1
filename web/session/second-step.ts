import type { User } from "@supabase/supabase-js";
import { claimsOf } from "./token-claims.ts";

/**
 * Whether the account has a second factor that the session has not verified; the server decides the same.
 */
export const owesSecondStep = (
  user: Pick<User, "factors">,
  accessToken: string | undefined,
): boolean =>
  (user.factors ?? []).some(({ status }) => status === "verified") &&
  claimsOf(accessToken ?? "")?.aal !== "aal2";
