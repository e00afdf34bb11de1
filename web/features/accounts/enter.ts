import { useNavigate } from "react-router";
import { recordExportTime } from "#web/features/accounts/personal-data/index.ts";
import { secondStepPath } from "#web/session/return-path.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { dismissAllToasts, toast } from "#web/ui/toast.ts";
import type { LogInOutcome } from "./log-in.ts";

/** Reports the login, in the place of what earlier attempts reported. */
export const announceLogin = (siteName: string): void => {
  dismissAllToasts();
  toast({
    title: "Login successful",
    description: `Welcome back to ${siteName}!`,
    variant: "success",
  });
};

/** Takes a signed-in person to their page: to the second step first, if one is needed. */
export const useEnter = () => {
  const navigate = useNavigate();
  const { siteName } = useSettings();
  return async (
    outcome: Exclude<LogInOutcome, { kind: "refused" }>,
    target: string | null,
  ): Promise<void> => {
    if (outcome.kind === "second-step") {
      await navigate(secondStepPath(target), { replace: true });
      return;
    }
    announceLogin(siteName);
    void sessionClient().then(recordExportTime);
    await navigate(outcome.path, { replace: true });
  };
};
