import { refusalWords } from "#web/session/refusal.ts";
import { toast } from "#web/ui/toast.ts";

/** Why an act was refused, where an admin may be told. */
export const adminRefusal = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === "42501") return "Not authorized. Admin access only.";
  if (code === "23505") return "There is one of this name already.";
  return refusalWords(error);
};

/**
 * Tells that an act failed, in the catalogue's words (spec 2 section 8), and why where that may be
 * told. Gives the words for a dialog that stays open.
 */
export const describeFailure = (words: string, error: unknown): string => {
  const refusal = adminRefusal(error);
  const description = refusal ? `${words}. ${refusal}` : words;
  toast({ title: "Error", description, variant: "destructive" });
  return description;
};
