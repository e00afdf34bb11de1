import { useState } from "react";
import { adminRefusal, describeFailure, type Outcome } from "#web/features/site/admin/index.ts";
import type { Db } from "#web/session/database.ts";
import { useWrite } from "#web/session/use-write.ts";
import { toast } from "#web/ui/toast.ts";
import type { Business } from "../queries.ts";
import { sendClaimLink } from "../writes.ts";

const FAILED = "Failed to send a claim link";

const SENT_ALREADY = "Sent already. A business is sent its link once a day.";

/** The database refused this business, whatever happens to the others. */
const isRefusal = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code).startsWith("PT");

/** One after the other. Throws only for a single business, or while nothing was sent and none was refused. */
const sendClaimLinks = async (db: Db, businesses: readonly Business[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const { id, business_name: name } of businesses) {
    try {
      const sent = await sendClaimLink(db, id);
      outcomes.push(
        sent
          ? { name, outcome: "done", message: null }
          : { name, outcome: "refused", message: SENT_ALREADY },
      );
    } catch (error) {
      if (businesses.length === 1 || (outcomes.length === 0 && !isRefusal(error))) throw error;
      outcomes.push({ name, outcome: "refused", message: adminRefusal(error) ?? FAILED });
    }
  }
  return outcomes;
};

/** Emails claim links. A toast reports a single send; `outcomes` reports a batch. */
export const useClaimLinks = () => {
  const { run, busy } = useWrite(sendClaimLinks);
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  /** @returns false if nothing was sent */
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
      else toast({ title: "Not sent", description: SENT_ALREADY });
      return true;
    } catch (error) {
      describeFailure(FAILED, error);
      return false;
    }
  };
  return { send, busy, outcomes, dismiss: () => setOutcomes(null) };
};
