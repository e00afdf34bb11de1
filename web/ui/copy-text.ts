import { toast } from "./toast.ts";

/**
 * Copies a text, or shows it where that is not allowed.
 * @param what names it in a sentence: "link", "contact".
 */
export const copyText = async (text: string, what = "link"): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} copied`;
    toast({ title, description: text, variant: "success" });
  } catch {
    // No permission for the clipboard: it can still be copied from the message.
    toast({
      title: `Could not copy the ${what}`,
      description: text,
      duration: Number.POSITIVE_INFINITY,
    });
  }
};
