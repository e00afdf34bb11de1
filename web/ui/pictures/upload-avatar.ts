import { PICTURE_NOT_UPLOADED } from "#domain/accounts/messages.ts";
import { faultOf, ReadableError } from "#domain/site/faults.ts";
import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";
import { refreshSession } from "#web/session/session.ts";
import { typedFiles } from "#web/ui/typed-files.ts";

/** 2 MB, PNG or JPEG (spec 1 sections 5 and 9); the bucket refuses the same by content. */
const LARGEST = 2 * 1024 * 1024;
const TYPES: Record<string, string> = { "image/png": "png", "image/jpeg": "jpg" };

const refused = (title: string, message: string) => new ReadableError(message, { title });

/**
 * Puts a picture on the profile. The address ends with the time of the upload, so that the new picture
 * shows at once although the old one may be cached for an hour.
 */
export const uploadAvatar = async (db: Db, chosen: File, userId: string): Promise<void> => {
  const [file = chosen] = await typedFiles([chosen]);
  const extension = TYPES[file.type];
  if (!extension) {
    throw refused("Invalid file type", "Please upload a PNG, JPG, or JPEG image.");
  }
  if (file.size === 0) {
    throw refused("File is empty", "Please choose another image.");
  }
  if (file.size > LARGEST) {
    throw refused("File too large", "Please upload an image smaller than 2MB.");
  }
  const path = `${userId}/avatar.${extension}`;
  const bucket = db.storage.from("avatars");
  const upload = await bucket.upload(path, file, {
    upsert: true,
    cacheControl: "3600",
    contentType: file.type,
  });
  if (upload.error) {
    throw refused("Upload failed", faultOf(upload.error, PICTURE_NOT_UPLOADED).message);
  }
  // Stored as a path while the backend is on the site's own origin, so that the site may move.
  const publicUrl = bucket.getPublicUrl(path).data.publicUrl.replace(window.location.origin, "");
  await changedRows(
    db
      .from("profiles")
      .update({ profile_image_url: `${publicUrl}?v=${Date.now()}` })
      .eq("id", userId)
      .select("id"),
  ).catch((error: unknown) => {
    const { message } = faultOf(error, "Failed to update profile image");
    throw refused("Upload failed", message);
  });
  // The previous picture may have had the other extension. Its removal is not worth a failure.
  const others = Object.values(TYPES).filter((other) => other !== extension);
  await bucket.remove(others.map((other) => `${userId}/avatar.${other}`)).catch(() => {});
  await refreshSession();
};
