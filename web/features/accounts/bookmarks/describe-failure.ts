import { whyRefused } from "#web/session/refusal.ts";
import { sessionEnded } from "#web/session/session.ts";
import { toast } from "#web/ui/toast.ts";

/** Reports that saving or unsaving failed (spec 2 section 8, saved items). */
export const showSaveFailed = async (error: unknown): Promise<void> => {
  const why = (await sessionEnded())
    ? { title: "Authentication required", description: "Please log in again." }
    : whyRefused(error, { title: "Action failed", description: "Please try again." });
  toast({ ...why, variant: "destructive" });
};
