import { useCallback } from "react";
import { type NavigateFunction, useNavigate } from "react-router";
import { SIGN_OUT_FAILED } from "#domain/accounts/messages.ts";
import { isServerFault } from "#domain/site/faults.ts";
import { OUR_FAULT } from "#domain/site/messages.ts";
import { endSession, type SignOutOutcome } from "#web/session/end-session.ts";
import { isReachable } from "#web/session/reachable.ts";
import { showSignedOutHere } from "#web/ui/connected/reachable.ts";
import { removeDrafts } from "#web/ui/draft.ts";
import { dismissAllToasts, toast } from "#web/ui/toast.ts";

const SIGN_OUT_TOAST_MS = 4000;

/** Signs out here, or everywhere, and reports the result. */
export const signOut = async (scope: "local" | "global" = "local"): Promise<SignOutOutcome> => {
  let why: string = SIGN_OUT_FAILED;
  const outcome = await endSession(scope).catch((error: unknown): SignOutOutcome => {
    if (isServerFault(error)) why = OUR_FAULT;
    return "failed";
  });
  if (outcome === "failed") {
    toast({
      title: "Sign out failed",
      description: why,
      variant: "destructive",
      duration: SIGN_OUT_TOAST_MS,
    });
    return outcome;
  }
  removeDrafts();
  dismissAllToasts();
  if (outcome === "here") {
    showSignedOutHere();
    return outcome;
  }
  toast({
    title: "Successfully signed out",
    description:
      scope === "global"
        ? "You have been signed out of your account on every device."
        : "You have been signed out of your account.",
    duration: SIGN_OUT_TOAST_MS,
  });
  return outcome;
};

/** Signs out and goes to `home`; remains on the page if that failed, or if no other page can be loaded. */
export const signOutTo = async (
  navigate: NavigateFunction,
  home = "/",
  scope?: "local" | "global",
): Promise<void> => {
  const outcome = await signOut(scope);
  if (outcome === "done" || (outcome === "here" && (await isReachable()))) await navigate(home);
};

/** As above, for a component. */
export const useSignOut = (home = "/"): ((scope?: "local" | "global") => Promise<void>) => {
  const navigate = useNavigate();
  return useCallback((scope) => signOutTo(navigate, home, scope), [navigate, home]);
};
