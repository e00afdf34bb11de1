import { useNavigate } from "react-router";
import { secondStepPath } from "#web/session/return-path.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { dismissAllToasts, toast } from "#web/ui/toast.ts";
import { reportCancelledDeletion } from "../personal-data/deletion-cancelled.ts";
import type { LogInOutcome } from "./log-in.ts";

/** Reports the login. */
export const announceLogin = (siteName: string): void => {
  toast({
    title: "Login successful",
    description: `Welcome back to ${siteName}!`,
    variant: "success",
  });
};

/** Takes a signed-in person to their page: to the second step first, if one is needed. */
export const useCompleteLogIn = () => {
  const navigate = useNavigate();
  const { siteName } = useSettings();
  return async (
    outcome: Exclude<LogInOutcome, { kind: "refused" }>,
    target: string | null,
  ): Promise<void> => {
    // Messages of earlier attempts are out of date.
    dismissAllToasts();
    if (outcome.kind === "second-step") {
      await navigate(secondStepPath(target), { replace: true });
      return;
    }
    announceLogin(siteName);
    void sessionClient().then(reportCancelledDeletion);
    await navigate(outcome.path, { replace: true });
  };
};
