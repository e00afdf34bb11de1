import { PICTURE_NOT_UPLOADED } from "#domain/accounts/messages.ts";
import { PROFILE_TOAST_MS } from "#domain/accounts/profile.ts";
import { faultOf } from "#domain/site/faults.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { toast } from "#web/ui/toast.ts";
import { AvatarRefused, uploadAvatar } from "./upload-avatar.ts";

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
    toast({
      title: error instanceof AvatarRefused ? error.title : "Upload failed",
      description: faultOf(error, PICTURE_NOT_UPLOADED).message,
      variant: "destructive",
    });
  }
};
