import { useCallback } from "react";
import { useNavigate } from "react-router";
import { sessionClient } from "#web/session/session.ts";
import { forgetDrafts } from "#web/ui/draft.ts";
import { toast } from "#web/ui/toast.ts";

const SIGN_OUT_TOAST_MS = 4000;

/** Signs out here, or everywhere. @returns whether it worked; a toast has told either way. */
export const signOut = async (scope: "local" | "global" = "local"): Promise<boolean> => {
  try {
    const db = await sessionClient();
    const { error } = await db.auth.signOut({ scope });
    if (error) throw error;
  } catch {
    toast({
      title: "Sign out failed",
      description: "There was an error signing out. Please try again.",
      variant: "destructive",
      duration: SIGN_OUT_TOAST_MS,
    });
    return false;
  }
  forgetDrafts();
  toast({
    title: "Successfully signed out",
    description:
      scope === "global"
        ? "You have been signed out of your account on every device."
        : "You have been signed out of your account.",
    duration: SIGN_OUT_TOAST_MS,
  });
  return true;
};

/** Signs out and goes home; stays where it is when that fails. */
export const useSignOut = (): ((scope?: "local" | "global") => Promise<void>) => {
  const navigate = useNavigate();
  return useCallback(
    async (scope) => {
      if (await signOut(scope)) await navigate("/");
    },
    [navigate],
  );
};
