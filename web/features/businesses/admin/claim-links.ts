import { useState } from "react";
import { adminRefusal, describeFailure, type Outcome } from "#web/features/site/admin/index.ts";
import type { Db } from "#web/session/database.ts";
import { useWrite } from "#web/session/use-write.ts";
import { toast } from "#web/ui/toast.ts";
import type { Business } from "../queries.ts";
import { sendClaimLink } from "../writes.ts";

const FAILED = "Failed to send a claim link";

/**
 * One after the other: a refusal is that business's own. If the first fails, nothing was sent, and the failure
 * is thrown.
 */
const sendClaimLinks = async (db: Db, businesses: readonly Business[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const { id, business_name: name } of businesses) {
    try {
      const sent = await sendClaimLink(db, id);
      outcomes.push({ name, outcome: sent ? "done" : "unchanged", message: null });
    } catch (error) {
      if (outcomes.length === 0) throw error;
      outcomes.push({ name, outcome: "refused", message: adminRefusal(error) ?? FAILED });
    }
  }
  return outcomes;
};

/** Emails businesses their claim links: one tells how it went in a message, several in `outcomes`. */
export const useClaimLinks = () => {
  const { run, busy } = useWrite(sendClaimLinks);
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  /** Whether they were sent, each as its outcome says. */
  const send = async (businesses: readonly Business[]): Promise<boolean> => {
    try {
      const ended = await run(businesses);
      if (!ended) return false;
      if (businesses.length > 1) setOutcomes(ended);
      else if (ended[0]?.outcome === "done")
        toast({
          title: "Claim link sent",
          description: businesses[0]?.business_email,
          variant: "success",
        });
      else toast({ title: "Sent already", description: "A business is sent its link once a day." });
      return true;
    } catch (error) {
      describeFailure(FAILED, error);
      return false;
    }
  };
  return { send, busy, outcomes, dismiss: () => setOutcomes(null) };
};
