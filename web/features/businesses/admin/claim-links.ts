import { useState } from "react";
import type { Db } from "#web/session/database.ts";
import { useWrite } from "#web/session/use-write.ts";
import { actOnEach, describeFailure } from "#web/ui/admin/act.ts";
import type { Outcome } from "#web/ui/admin/selection.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Business } from "../queries.ts";
import { sendClaimLink } from "../writes.ts";

const FAILED = "Failed to send a claim link";

const SENT_ALREADY = "Sent already. A business is sent its link once a day.";

const sendClaimLinks = (db: Db, businesses: readonly Business[]): Promise<Outcome[]> =>
  actOnEach(
    businesses,
    ({ business_name }) => business_name,
    async ({ id }) => ((await sendClaimLink(db, id)) ? null : SENT_ALREADY),
    FAILED,
  );

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
