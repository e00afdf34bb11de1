import { PROFILE_NOT_UPDATED } from "#domain/accounts/messages.ts";
import { PROFILE_TOAST_MS } from "#domain/accounts/profile.ts";
import { failureToast } from "#web/session/refusal.ts";
import { toast } from "#web/ui/toast.ts";

/** Shows why the page was not changed, in the specification's words (spec 2 sections 5 and 8). @returns the message */
export const showNotUpdated = (error: unknown): string => {
  const { title, description } = PROFILE_NOT_UPDATED;
  const failure = failureToast(error, title, description);
  toast({ ...failure, duration: PROFILE_TOAST_MS });
  return failure.description;
};
