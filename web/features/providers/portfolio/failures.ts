import { PROFILE_NOT_UPDATED } from "#domain/accounts/messages.ts";
import { MEMBERSHIP_NEEDED, SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { MEDIA_NOT_UPLOADED } from "#domain/providers/messages.ts";
import { MOST_MEDIA } from "#domain/providers/portfolio.ts";
import { fileRefusal } from "#domain/values/media.ts";
import { failureToast } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { toast } from "#web/ui/toast.ts";
import { removeFiles } from "./writes.ts";

const showFailure = (title: string, description: string): void => {
  toast({ title, description, variant: "destructive" });
};

export const showSubscriptionRequired = (): void =>
  showFailure(SUBSCRIPTION_REQUIRED, MEMBERSHIP_NEEDED);

/** The files that can be accepted; each of the others is reported. */
export const acceptedFiles = (files: readonly File[]): File[] =>
  files.filter((file) => {
    const refusal = fileRefusal(file);
    if (refusal) showFailure(refusal.title, refusal.description);
    return !refusal;
  });

export const showTooMany = (): void =>
  showFailure("Upload failed", `A portfolio item can have at most ${MOST_MEDIA} files`);

export const showUploadFailed = (error: unknown): void => {
  toast(failureToast(error, "Upload failed", MEDIA_NOT_UPLOADED));
};

/** Removes files that nobody shows; the server removes any that remain after a day. */
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

/** Reports why the portfolio was not changed. @returns the message */
export const showChangeFailed = (error: unknown, deleting = false): string => {
  const otherwise = deleting
    ? { title: "Delete failed", description: "Failed to delete media file" }
    : PROFILE_NOT_UPDATED;
  const failure = failureToast(error, otherwise.title, otherwise.description);
  toast(failure);
  return failure.description;
};
