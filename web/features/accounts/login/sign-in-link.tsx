import { useRef, useState } from "react";
import { LINK_IS_USED, passingFault } from "#domain/site/faults.ts";
import { sessionClient, useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { AuthCard } from "../auth-card.tsx";
import { detachedClient } from "../detached-client.ts";
import { useCompleteLogIn } from "./complete-log-in.ts";
import { admit, type LogInOutcome, signInRefusal } from "./log-in.ts";
import { readWay, type SignInWay } from "./sign-in-way.ts";
import { WrongTypeChoice } from "./wrong-type.tsx";

/** `unreached`: nothing happened, and the link is still valid. */
type Outcome = LogInOutcome | { kind: "spent" } | { kind: "unreached"; message: string };

/** Redeems the link on a separate client; only an admitted person gets the site's. */
const follow = async (
  tokenHash: string,
  way: SignInWay | null,
  settings: SiteSettings,
): Promise<Outcome> => {
  const [db, trial] = await Promise.all([sessionClient(), detachedClient(settings)]);
  const { data, error } = await trial.auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" });
  if (error) {
    const fault = passingFault(error);
    return fault ? { kind: "unreached", message: fault.message } : { kind: "spent" };
  }
  if (!data.session) return { kind: "spent" };
  return admit(db, trial, data.session, way ?? { accountType: null, target: null }, true);
};

/**
 * /confirm-email with the link of a sign-in mail. Only a press redeems it, because mail scanners open
 * links; then it continues like a login with a password.
 *
 * @param next the page that the mail should lead to
 */
export const SignInLink = ({ tokenHash, next }: { tokenHash: string; next: string | null }) => {
  const way = readWay(next);
  const settings = useSettings();
  const session = useSession();
  const enter = useCompleteLogIn();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const press = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const result = await follow(tokenHash, way, settings).catch(
      (error: unknown): Outcome => ({ kind: "unreached", message: signInRefusal(error).message }),
    );
    running.current = false;
    setBusy(false);
    setOutcome(result);
    if (result.kind === "signed-in" || result.kind === "second-step") {
      await enter(result, way?.target ?? null);
    }
  };
  const query = new URLSearchParams({
    ...(way?.accountType === "provider" ? { type: "provider" } : {}),
    ...(way?.target ? { return: way.target } : {}),
  }).toString();
  const toLogin = query ? `/login?${query}` : "/login";

  if (outcome?.kind === "spent" || outcome?.kind === "refused") {
    const refused = outcome.kind === "refused";
    return (
      <AuthCard title="Your sign-in link">
        <div className="grid gap-5">
          <Alert live tone="danger" title={refused ? "Login failed" : LINK_IS_USED}>
            {refused
              ? outcome.message
              : "A link works once, for one hour. You can ask for another where you log in."}
          </Alert>
          {refused && (
            <WrongTypeChoice
              refusal={outcome}
              target={way?.target ?? null}
              onRefused={setOutcome}
            />
          )}
          <ButtonLink
            to={toLogin}
            variant={refused && outcome.preparedSession ? "quiet" : "signal"}
            size="lg"
          >
            Back to login
          </ButtonLink>
        </div>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Your sign-in link"
      lead="Sign in in one tap."
      footer={
        <Link to={toLogin} className="link">
          Back to login
        </Link>
      }
    >
      <div className="grid gap-5">
        {session.status === "signed-in" && !busy && (
          <Alert tone="warning" title={`You are signed in as ${session.user.email}`}>
            If you continue, you will be signed in with the account of the link instead.
          </Alert>
        )}
        {outcome?.kind === "unreached" && (
          <Alert live tone="danger" title="Login failed">
            {outcome.message}
          </Alert>
        )}
        <Button
          variant="signal"
          size="lg"
          busy={busy || (outcome !== null && outcome.kind !== "unreached")}
          onClick={() => void press()}
        >
          Sign in
        </Button>
      </div>
    </AuthCard>
  );
};
