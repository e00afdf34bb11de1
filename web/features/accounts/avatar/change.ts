import { faultOf } from "#domain/site-faults.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { toast } from "#web/ui/toast.ts";
import { AvatarRefused, uploadAvatar } from "./upload.ts";

/** Toasts about the profile close a second earlier than others (spec 1 section 9). */
const PROFILE_TOAST_MS = 4000;

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
      description: faultOf(error, "There was an error uploading your profile picture.").message,
      variant: "destructive",
    });
  }
};
