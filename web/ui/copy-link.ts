import { toast } from "./toast.ts";

/** Copies an address, or shows it where that is not allowed. */
export const copyLink = async (link: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Link copied", description: link, variant: "success" });
  } catch {
    // No permission for the clipboard: the link can still be copied from the message.
    toast({ title: "Copy this link", description: link, duration: Number.POSITIVE_INFINITY });
  }
};
