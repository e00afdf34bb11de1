import { toast } from "#web/ui/toast.ts";

/** Why, where people may be told: a refusal on purpose (PT4xx) is written for them. */
const refusalOf = (error: unknown): string | undefined => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== "string" || typeof message !== "string") return undefined;
  if (code === "42501") return "Not authorized. Admin access only.";
  if (code === "23505") return "There is one of this name already.";
  return code.startsWith("PT4") ? message : undefined;
};

/**
 * Tells that an act failed, in the catalogue's words (spec 2 section 8), and why where that may be
 * told. Gives the words for a dialog that stays open.
 */
export const tellFailure = (words: string, error: unknown): string => {
  const refusal = refusalOf(error);
  const description = refusal ? `${words}. ${refusal}` : words;
  toast({ title: "Error", description, variant: "destructive" });
  return description;
};
