import {
  accountTypeMismatch,
  isSignUpType,
  pathAfterLogin,
  type SignUpType,
} from "#domain/accounts/accounts.ts";
import { type Fault, faultOf } from "#domain/site/faults.ts";
import { fromHead } from "#web/session/client.ts";
import type { Db } from "#web/session/database.ts";
import type { Tokens } from "#web/session/revocations.ts";
import { adoptSession } from "#web/session/session.ts";
import { rememberAccountType } from "./last-account-type.ts";

export type LogInOutcome =
  | { kind: "signed-in"; path: string }
  | { kind: "second-step" }
  | {
      kind: "refused";
      message: string;
      unconfirmed: boolean;
      /** Whether the service asks the caller to wait. */
      limited?: true;
      /** The account's type, if the wrong tab was chosen. */
      registeredAs?: string;
      preparedSession?: PreparedSession;
    };

/** A session in memory that waits for a press on the account's own type; the site has not seen it. */
export interface PreparedSession {
  tokens: Tokens;
  enter: () => Promise<LogInOutcome>;
}

const FAILED = "Failed to sign in. Please check your credentials and try again.";

/** Why a sign-in was refused, as a kind and as a sentence for people. */
export const signInRefusal = (error: unknown): Fault => faultOf(error, FAILED, true);

const refused = (error: { code?: string | undefined }): LogInOutcome => {
  const { kind, message } = signInRefusal(error);
  return {
    kind: "refused",
    message,
    unconfirmed: error.code === "email_not_confirmed",
    ...(kind === "rate-limit" ? { limited: true } : {}),
  };
};

/**
 * Admits a person who has signed in on `trial` by any method. It compares the account type with the chosen
 * tab, and only then passes the session to the site's own client. A wrong tab is signed out at once (P-04),
 * unless it is held. A person with a second factor continues with that. Then it chooses the next page:
 * after any error, or without a readable profile, the directory (spec 1 section 4).
 *
 * @param way the tab, or null if none was chosen, and a checked path of this site, or null
 * @param hold holds the session of a wrong tab for one press, where signing in again needs more than that
 */
export const admit = async (
  db: Db,
  trial: Db,
  tokens: Tokens,
  way: { accountType: SignUpType | null; target: string | null },
  hold = false,
): Promise<LogInOutcome> => {
  // The profile must not be read before the second step.
  const { data: registeredAs } = await trial.rpc("own_account_type");
  if (registeredAs && way.accountType && registeredAs !== way.accountType) {
    const refusal = {
      kind: "refused",
      message: accountTypeMismatch(registeredAs, fromHead("application-name")),
      unconfirmed: false,
      registeredAs,
    } as const;
    if (hold && isSignUpType(registeredAs)) {
      const enter = () => admit(db, trial, tokens, { ...way, accountType: registeredAs });
      return { ...refusal, preparedSession: { tokens, enter } };
    }
    await trial.auth.signOut({ scope: "local" });
    return refusal;
  }
  const { error, session } = await adoptSession(db, tokens);
  if (error) return refused(error);
  if (isSignUpType(registeredAs)) rememberAccountType(registeredAs);
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

/** Signs in with a password on `trial`, then admits the person. */
export const logIn = async (
  db: Db,
  trial: Db,
  input: { email: string; password: string; accountType: SignUpType; target: string | null },
): Promise<LogInOutcome> => {
  const { email, password } = input;
  const { data, error } = await trial.auth.signInWithPassword({ email, password });
  if (error) return refused(error);
  return admit(db, trial, data.session, input);
};
