import { AvatarRefused, uploadAvatar } from "#web/features/avatar/index.ts";
import { sessionClient } from "#web/session/session.ts";
import { toast } from "#web/ui/toast.ts";

/** Toasts of these acts close a second earlier than others (spec 1 section 9). */
const SHORT = 4000;

/** Signs out of this device. @returns whether it worked; the toast has told either way. */
export const signOut = async (): Promise<boolean> => {
  const db = await sessionClient();
  // Local: the other devices have a button of their own on /account.
  const { error } = await db.auth.signOut({ scope: "local" });
  if (error) {
    toast({
      title: "Sign out failed",
      description: "There was an error signing out. Please try again.",
      variant: "destructive",
    });
    return false;
  }
  toast({
    title: "Successfully signed out",
    description: "You have been signed out of your account.",
    duration: SHORT,
  });
  return true;
};

/** Changes the profile photo from the menu, telling how it went. */
export const changePhoto = async (file: File, userId: string): Promise<void> => {
  try {
    await uploadAvatar(await sessionClient(), file, userId);
    toast({
      title: "Profile updated",
      description: "Profile picture updated successfully.",
      variant: "success",
      duration: SHORT,
    });
  } catch (error) {
    const refused = error instanceof AvatarRefused;
    toast({
      title: refused ? error.title : "Upload failed",
      description: refused ? error.message : "There was an error uploading your profile picture.",
      variant: "destructive",
    });
  }
};

/** Sends the confirmation mail again, from the banner. */
export const resendConfirmation = async (email: string): Promise<void> => {
  const db = await sessionClient();
  const { error } = await db.auth.resend({
    type: "signup",
    email,
    options: { emailRedirectTo: `${window.location.origin}/confirm-email` },
  });
  toast(
    error
      ? { title: "Failed to resend email", description: error.message, variant: "destructive" }
      : {
          title: "Email sent",
          description: "Confirmation email has been resent to your address.",
          variant: "success",
        },
  );
};
