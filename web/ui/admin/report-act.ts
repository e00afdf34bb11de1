import { toast } from "#web/ui/toast.ts";
import { describeFailure } from "./describe-failure.ts";

/**
 * Reports how an action ended: that it is done, or that and why it failed. Returns the failure for a form
 * or dialog that remains open, and nothing on success.
 */
export const reportAct = async (
  act: Promise<unknown>,
  failed: string,
  done?: string,
  description?: string,
): Promise<{ message: string } | undefined> => {
  try {
    await act;
  } catch (error) {
    return { message: describeFailure(failed, error) };
  }
  if (done) toast({ title: done, description, variant: "success" });
};
