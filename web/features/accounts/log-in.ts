import { isNetworkCut, NETWORK_ISSUE } from "#domain/account-errors.ts";
import { accountTypeMismatch, pathAfterLogin, type SignUpType } from "#domain/accounts.ts";
import { refreshSession } from "#web/session/session.ts";
import type { Db } from "#web/session/site.ts";

export type LogInOutcome =
  | { kind: "signed-in"; path: string }
  | { kind: "second-step" }
  | { kind: "refused"; message: string; unconfirmed: boolean };

const FAILED = "Failed to sign in. Please check your credentials and try again.";

/** A session's two tokens, as the service gives them. */
interface Tokens {
  access_token: string;
  refresh_token: string;
}

/**
 * Lets in who has signed in on `trial`, however: compares the account type with the chosen tab, and only
 * then hands the session to the site's own client; a wrong tab is signed out at once (decision 4). Who
 * has a second factor goes on to show it. Then where to go: any error on the way there, or a profile that
 * cannot be read, leads to the directory (spec 1 section 4).
 *
 * @param way the tab, or null where none was chosen, and a checked path of this site, or null
 */
export const admit = async (
  db: Db,
  trial: Db,
  { access_token, refresh_token, user }: Tokens & { user: { id: string } },
  way: { accountType: SignUpType | null; target: string | null },
): Promise<LogInOutcome> => {
  const profile = await trial
    .from("profiles")
    .select("account_type, id")
    .eq("id", user.id)
    .maybeSingle();
  const registeredAs = profile.data?.account_type;
  if (registeredAs && way.accountType && registeredAs !== way.accountType) {
    await trial.auth.signOut({ scope: "local" });
    return { kind: "refused", message: accountTypeMismatch(registeredAs), unconfirmed: false };
  }
  const adopted = await db.auth.setSession({ access_token, refresh_token });
  if (adopted.error) return { kind: "refused", message: adopted.error.message, unconfirmed: false };
  const session = await refreshSession();
  if (session.status === "second-step") return { kind: "second-step" };
  return {
    kind: "signed-in",
    path: pathAfterLogin(
      way.target,
      session.status === "signed-in" ? session.profile : null,
      session.status === "signed-in" && session.subscription.isSubscribed,
    ),
  };
};

/** Signs in with a password on `trial`, and lets in. */
export const logIn = async (
  db: Db,
  trial: Db,
  input: { email: string; password: string; accountType: SignUpType; target: string | null },
): Promise<LogInOutcome> => {
  const { email, password } = input;
  const { data, error } = await trial.auth.signInWithPassword({ email, password });
  if (error) {
    return {
      kind: "refused",
      message: isNetworkCut(error) ? NETWORK_ISSUE : error.message || FAILED,
      unconfirmed: error.code === "email_not_confirmed",
    };
  }
  return admit(db, trial, { ...data.session, user: data.user }, input);
};
