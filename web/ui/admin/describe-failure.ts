import { NOT_AN_ADMIN } from "#domain/accounts/messages.ts";
import { faultOf, isNetworkCut, NETWORK_ISSUE } from "#domain/site/faults.ts";
import { refusalWords } from "#web/session/refusal.ts";
import { toast } from "#web/ui/toast.ts";

/** Why an action was refused, if an admin may read it. */
export const adminRefusal = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === "42501") return NOT_AN_ADMIN;
  if (code === "23505") return "This name is already used. Please choose another.";
  return isNetworkCut(error) ? NETWORK_ISSUE : refusalWords(error);
};

/**
 * Reports that an action failed, in the specification's words (spec 2 section 8), with the reason if it may
 * be shown. Where the fault is ours, the words are the title. Returns the message for a dialog that remains open.
 */
export const describeFailure = (words: string, error: unknown): string => {
  const fault = faultOf(error, words);
  if (fault.kind === "server") {
    toast({ title: words, description: fault.message, variant: "destructive" });
    return fault.message;
  }
  const refusal = adminRefusal(error);
  const description = refusal ? `${words}. ${refusal}` : words;
  toast({ title: "Error", description, variant: "destructive" });
  return description;
};
