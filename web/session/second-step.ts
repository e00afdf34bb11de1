import type { User } from "@supabase/supabase-js";

/** The assurance level that an access token claims; `aal1` when it cannot be read. */
const levelOf = (token: string | undefined): string => {
  try {
    const payload = token?.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const { aal } = JSON.parse(atob(payload)) as { aal?: unknown };
    return typeof aal === "string" ? aal : "aal1";
  } catch {
    return "aal1";
  }
};

/**
 * Whether the account has a second factor that the session has not verified; the server decides the same.
 */
export const owesSecondStep = (
  user: Pick<User, "factors">,
  accessToken: string | undefined,
): boolean =>
  (user.factors ?? []).some(({ status }) => status === "verified") &&
  levelOf(accessToken) !== "aal2";
