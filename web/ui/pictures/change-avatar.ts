import { PICTURE_NOT_UPLOADED } from "#domain/accounts/messages.ts";
import { PROFILE_TOAST_MS } from "#domain/accounts/profile.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { failureToast } from "#web/session/refusal.ts";
import { toast } from "#web/ui/toast.ts";
import { uploadAvatar } from "./upload-avatar.ts";

/** Puts a chosen file on the profile and reports the result. */
export const changeAvatar = async (file: File, userId: string): Promise<void> => {
  try {
    await performWrite((db) => uploadAvatar(db, file, userId));
    toast({
      title: "Profile picture updated successfully.",
      variant: "success",
      duration: PROFILE_TOAST_MS,
    });
  } catch (error) {
    toast(failureToast(error, "Upload failed", PICTURE_NOT_UPLOADED));
  }
};
