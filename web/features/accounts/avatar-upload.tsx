import Camera from "lucide-react/icons/camera";
import { AVATAR_TYPES, avatarRefusal } from "#domain/accounts.ts";
import { refreshSession } from "#web/session/session.ts";
import type { Db } from "#web/session/site.ts";
import { useWrite } from "#web/session/use-write.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { toast } from "#web/ui/toast.ts";

const CACHE_SECONDS = "3600";

/** Raised when the picture was stored but the profile does not point at it. */
class ProfileNotUpdated extends Error {}

/**
 * Stores the picture at `{userId}/avatar.{ext}` and points the profile at it, under a new address each
 * time, so that no cache shows the old one (spec 2 section 7, Storage).
 */
const storeAvatar = async (db: Db, userId: string, file: File): Promise<void> => {
  const extension = AVATAR_TYPES[file.type] ?? "png";
  const path = `${userId}/avatar.${extension}`;
  const bucket = db.storage.from("avatars");
  const { error } = await bucket.upload(path, file, {
    upsert: true,
    cacheControl: CACHE_SECONDS,
    contentType: file.type,
  });
  if (error) throw error;
  const { publicUrl } = bucket.getPublicUrl(path).data;
  const updated = await db
    .from("profiles")
    .update({ profile_image_url: `${publicUrl}?v=${Date.now()}` })
    .eq("id", userId);
  if (updated.error) throw new ProfileNotUpdated();
  // The picture of the other type is shown nowhere any more.
  await bucket.remove([`${userId}/avatar.${extension === "png" ? "jpg" : "png"}`]);
};

/** `upload` checks, stores and shows a new profile picture; `busy` while it does. */
export const useAvatarUpload = (userId: string) => {
  const { run, busy } = useWrite(async (db, file: File) => {
    await storeAvatar(db, userId, file);
    await refreshSession();
  });
  const upload = async (file: File): Promise<void> => {
    const refused = avatarRefusal(file);
    if (refused) {
      toast({ ...refused, variant: "destructive" });
      return;
    }
    try {
      await run(file);
      toast({ title: "Profile picture updated successfully.", variant: "success" });
    } catch (error) {
      const description =
        error instanceof ProfileNotUpdated
          ? "Failed to update profile image."
          : "There was an error uploading your profile picture.";
      toast({ title: "Upload failed", description, variant: "destructive" });
    }
  };
  return { upload, busy };
};

/** "Change Profile Photo": asks for a PNG or JPEG of at most 2 MB. */
export const AvatarUpload = ({ userId }: { userId: string }) => {
  const { upload, busy } = useAvatarUpload(userId);
  return (
    <FileButton
      accept="image/png,image/jpeg"
      icon={<Camera />}
      size="sm"
      busy={busy}
      onFiles={([file]) => file && void upload(file)}
    >
      Change Profile Photo
    </FileButton>
  );
};
