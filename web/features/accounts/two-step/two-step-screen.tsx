import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { pathAfterLogin } from "#domain/accounts/accounts.ts";
import { endSession } from "#web/session/end-session.ts";
import { safePath } from "#web/session/return-path.ts";
import { refreshSession, sessionClient, useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AuthCard } from "../auth-card.tsx";
import { announceLogin } from "../login/complete-log-in.ts";
import { reportCancelledDeletion } from "../personal-data/deletion-cancelled.ts";
import { SecondStep } from "../reauthentication/second-step.tsx";

/**
 * /two-step: asks for the second factor, whatever the sign-in method. Preserves `return`. Nobody is signed
 * in before; a person without a session is sent to the login.
 */
export const TwoStepScreen = () => {
  const session = useSession();
  const settings = useSettings();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const target = safePath(query.get("return"));

  useEffect(() => {
    if (session.status === "signed-out") {
      const back = target ? `?return=${encodeURIComponent(target)}` : "";
      void navigate(`/login${back}`, { replace: true });
    }
    if (session.status === "signed-in") {
      const { profile, subscription } = session;
      const path =
        !target && profile?.account_type === "admin"
          ? "/admin/dashboard"
          : pathAfterLogin(target, profile, subscription.isSubscribed);
      void navigate(path, { replace: true });
    }
  }, [session, target, navigate]);

  const proven = async () => {
    await refreshSession();
    announceLogin(settings.siteName);
    void sessionClient().then(reportCancelledDeletion);
  };
  const cancel = async () => {
    await endSession("local");
  };

  if (session.status !== "second-step") {
    return (
      <AuthCard title="Two-step verification">
        <Skeleton className="h-40 w-full" />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Two-step verification"
      lead={
        <>
          One more step to log in as <strong className="wrap-anywhere">{session.user.email}</strong>
          .
        </>
      }
      footer={
        <button type="button" className="link min-h-6" onClick={() => void cancel()}>
          Log in with another account
        </button>
      }
    >
      <SecondStep client={sessionClient} onProven={proven} label="Log in" />
    </AuthCard>
  );
};
