import { fileRefusal, MOST_MEDIA } from "#domain/portfolio.ts";
import { whyRefused } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { toast } from "#web/ui/toast.ts";
import { UploadFailed } from "./upload.ts";
import { removeFiles } from "./writes.ts";

const tell = (title: string, description: string): void => {
  toast({ title, description, variant: "destructive" });
};

export const tellSubscriptionRequired = (): void =>
  tell("Subscription required", "Activate a membership to add services and portfolio items.");

/** The files that can be taken; each of the others is told of. */
export const takeable = (files: readonly File[]): File[] =>
  files.filter((file) => {
    const refusal = fileRefusal(file);
    if (refusal) tell(refusal.title, refusal.description);
    return !refusal;
  });

export const tellTooMany = (): void =>
  tell("Upload failed", `One portfolio item holds at most ${MOST_MEDIA} files`);

export const tellUploadFailed = (error: unknown): void => {
  if (error instanceof UploadFailed) tell(error.title, error.message);
  else tell("Upload failed", "Failed to upload media files");
};

/** Removes files that nobody shows; what cannot be removed now, the server removes after a day. */
export const discardFiles = async (paths: string[]): Promise<void> => {
  try {
    await removeFiles(await sessionClient(), paths);
  } catch {
    toast({
      title: "Delete failed",
      description: "Failed to delete media file",
      variant: "destructive",
      action: { label: "Try again", onPress: () => void discardFiles(paths) },
    });
  }
};

/** Why the portfolio was not changed. */
export const tellChangeFailed = (error: unknown, deleting = false): void => {
  const otherwise = deleting
    ? { title: "Delete failed", description: "Failed to delete media file" }
    : { title: "Update failed", description: "Failed to update profile." };
  const { title, description } = whyRefused(error, otherwise);
  tell(title, description);
};
