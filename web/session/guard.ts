import { replace } from "react-router";
import { loginPath, secondStepPath } from "./return-path.ts";
import { getSession, type Session } from "./session.ts";

/**
 * The first two steps of the guard (spec 1 section 4): wait for the session, then send a visitor to /login
 * with the return path, replacing the history entry. A person who has not completed the second step goes
 * there. Runs before the loaders below it.
 */
export const requireUser = async ({ request }: { request: Request }): Promise<void> => {
  const session = await getSession();
  const url = new URL(request.url);
  if (session.status === "signed-out") throw replace(loginPath(url));
  if (session.status === "second-step") throw replace(secondStepPath(url.pathname + url.search));
};

/** Who may see a page; without any value, anybody signed in. */
export interface Demands {
  accountType?: "client" | "provider" | "admin";
  /** A provider needs a live membership; clients need none. */
  subscription?: boolean;
}

/** The guard's decision about a person, in the order of spec 1 section 4. */
type Verdict = "wait" | "login" | "second-step" | "failed" | "denied" | "membership" | "enter";

export const judge = (session: Session, { accountType, subscription }: Demands): Verdict => {
  if (session.status === "loading") return "wait";
  if (session.status === "signed-out") return "login";
  if (session.status === "second-step") return "second-step";
  // With a profile it is the membership that could not be read.
  if (session.loadFailed && (!session.profile || subscription)) return "failed";
  const type = session.profile?.account_type;
  if (accountType && type !== accountType) return "denied";
  if (subscription && type === "provider" && !session.subscription.isSubscribed) {
    return "membership";
  }
  return "enter";
};
