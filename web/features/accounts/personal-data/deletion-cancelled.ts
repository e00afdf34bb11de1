import type { Db } from "#web/session/database.ts";
import { toast } from "#web/ui/toast.ts";

/** After a sign-in: reports once, clearly, that it has cancelled a deletion (P-19). */
export const reportCancelledDeletion = async (db: Db): Promise<void> => {
  const { data: cancelled } = await db.rpc("deletion_cancelled");
  if (!cancelled) return;
  toast({
    title: "Your account will not be deleted",
    description:
      "You signed in, so the deletion you asked for was cancelled. Your profile and your jobs are back.",
    variant: "success",
    duration: Number.POSITIVE_INFINITY,
  });
};
