import { sessionEnded } from "#web/session/session-ended.ts";
import { toast } from "#web/ui/toast.ts";

/** Tells that something was not saved or let go of (spec 2 section 8, saved items). */
export const tellSaveFailed = async (): Promise<void> => {
  const ended = await sessionEnded();
  toast({
    title: ended ? "Authentication required" : "Action failed",
    description: ended ? "Please log in again." : "Please try again.",
    variant: "destructive",
  });
};
