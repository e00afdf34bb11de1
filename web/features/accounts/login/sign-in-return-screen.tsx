import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { NO_LOGIN } from "#domain/accounts/login-messages.ts";
import { faultOf, passingFault } from "#domain/site/faults.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AuthCard } from "../auth-card.tsx";
import { travellingClient } from "../detached-client.ts";
import { useCompleteLogIn } from "./complete-log-in.ts";
import { admit, type LogInOutcome } from "./log-in.ts";
import { readWay, type SignInWay } from "./sign-in-way.ts";
import { type Refusal, WrongTypeChoice } from "./wrong-type.tsx";

const FAILED = "Signing in did not work. Please try again, or choose another way.";

/** The service's refusals in our words: a stranger may have written the address, so none of it is shown. */
const REFUSALS: Record<string, string> = {
  access_denied: "Sign-in was cancelled. Please try again, or choose another way.",
  provider_email_needs_verification:
    "Your email address is not proven there. If we could, we have sent you an email: follow its link first.",
  bad_oauth_state: "It took too long, or was begun elsewhere. Please try again.",
  user_banned: NO_LOGIN,
  signup_disabled: "New accounts cannot be made at the moment.",
};

const refused = (message: string): Refusal => ({
  kind: "refused",
  message,
  unconfirmed: false,
});

/**
 * Uses the code from the service. Only the tab that left can use it (PKCE). A new person is admitted on any
 * tab and sent to finish the sign-up; for others the tab counts, as with a password.
 */
const finish = async (
  code: string,
  way: SignInWay | null,
  settings: SiteSettings,
): Promise<LogInOutcome> => {
  const [db, trial] = await Promise.all([sessionClient(), travellingClient(settings)]);
  const { data, error } = await trial.auth.exchangeCodeForSession(code);
  if (error) return refused(passingFault(error)?.message ?? FAILED);
  const target = way?.target ?? null;
  const { data: unfinished } = await trial.rpc("sign_up_unfinished");
  if (!unfinished) {
    return admit(db, trial, data.session, { accountType: way?.accountType ?? null, target }, true);
  }
  const outcome = await admit(db, trial, data.session, { accountType: null, target });
  if (outcome.kind !== "signed-in") return outcome;
  const query = new URLSearchParams({
    finish: way?.accountType ?? "client",
    ...(target ? { return: target } : {}),
  });
  return { kind: "signed-in", path: `/account?${query}` };
};

/** /sign-in-return: where the browser returns from another site's sign-in. */
export const SignInReturnScreen = () => {
  const [query] = useSearchParams();
  const settings = useSettings();
  const navigate = useNavigate();
  const enter = useCompleteLogIn();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const running = useRef(false);
  const way = readWay(`?way=${query.get("way") ?? ""}`);
  const toLogin = new URLSearchParams({
    ...(way?.accountType === "provider" ? { type: "provider" } : {}),
    ...(way?.target ? { return: way.target } : {}),
  }).toString();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as a code works once
  useEffect(() => {
    if (running.current) return;
    running.current = true;
    const code = query.get("code");
    const error = query.get("error_code") ?? query.get("error");
    if (error) {
      setRefusal(refused(REFUSALS[error] ?? FAILED));
    } else if (code) {
      void finish(code, way, settings)
        .catch((thrown: unknown) => refused(faultOf(thrown, FAILED).message))
        .then((outcome) =>
          outcome.kind === "refused" ? setRefusal(outcome) : enter(outcome, way?.target ?? null),
        );
    } else void navigate("/login", { replace: true });
  }, []);

  return (
    <AuthCard title="Log in">
      {refusal === null ? (
        <div role="status">
          <p className="mb-4">Signing you in…</p>
          <Skeleton className="h-11 w-full" />
        </div>
      ) : (
        <div className="grid gap-5">
          <Alert live tone="danger" title="Login failed">
            {refusal.message}
          </Alert>
          <WrongTypeChoice refusal={refusal} target={way?.target ?? null} onRefused={setRefusal} />
          <ButtonLink
            to={toLogin ? `/login?${toLogin}` : "/login"}
            variant={refusal.preparedSession ? "quiet" : "signal"}
            size="lg"
          >
            Back to login
          </ButtonLink>
        </div>
      )}
    </AuthCard>
  );
};
