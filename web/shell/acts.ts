import { classifyMailError } from "#domain/accounts/errors.ts";
import { CONFIRMATION_RESENT } from "#domain/accounts/messages.ts";
import { sessionClient } from "#web/session/session.ts";
import { toast } from "#web/ui/toast.ts";

export { SignInAgain } from "#web/features/accounts/login/sign-in-again.tsx";
export { signOutTo } from "#web/features/accounts/sign-out/sign-out.ts";
export { changeAvatar } from "#web/ui/pictures/change-avatar.ts";

/** Sends the confirmation mail again, from the banner. */
export const resendConfirmation = async (email: string): Promise<void> => {
  const db = await sessionClient();
  const { error } = await db.auth.resend({
    type: "signup",
    email,
    options: { emailRedirectTo: `${window.location.origin}/confirm-email` },
  });
  if (error) {
    const { title, description } = classifyMailError(error);
    toast({ title, description, variant: "destructive" });
    return;
  }
  toast({
    title: "Email sent",
    description: CONFIRMATION_RESENT,
    variant: "success",
  });
};
