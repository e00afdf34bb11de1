import { LOG_IN_FOR_FEEDBACK } from "#domain/feedback/messages.ts";
import { rememberIntention } from "#web/session/intention.ts";
import { toast } from "#web/ui/toast.ts";

const REASONS = {
  save: "Log in to save this professional.",
  feedback: LOG_IN_FOR_FEEDBACK,
};

/** For a visitor's press that leads to the login: says why, and has it done after they have logged in. */
export const requestLogIn = (act: keyof typeof REASONS, id: string): void => {
  rememberIntention(act, id);
  toast({ title: "Authentication required", description: REASONS[act] });
};
