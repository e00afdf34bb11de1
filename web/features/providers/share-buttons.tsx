import Printer from "lucide-react/icons/printer";
import Share2 from "lucide-react/icons/share-2";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** The page's own address, without what the visitor was doing on it. */
const addressOf = (id: string) => `${window.location.origin}/directory/${id}`;

const copy = async (link: string) => {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Link copied", description: link, variant: "success" });
  } catch {
    // No right to the clipboard: the link can still be copied out of the message.
    toast({ title: "Link to this page", description: link, duration: Number.POSITIVE_INFINITY });
  }
};

const share = async (id: string, name: string) => {
  const url = addressOf(id);
  if (!navigator.share) return copy(url);
  try {
    await navigator.share({ title: name, url });
  } catch (error) {
    // Closing the sheet is an answer too.
    if ((error as { name?: string }).name !== "AbortError") await copy(url);
  }
};

/** Passes the page on, by the device's own sheet where there is one, or prints it. */
export const ShareButtons = ({ id, name }: { id: string; name: string }) => (
  <>
    <Button
      variant="quiet"
      size="sm"
      icon={<Share2 aria-hidden="true" />}
      aria-label={`Share ${name}`}
      onClick={() => void share(id, name)}
    >
      Share
    </Button>
    <Button
      variant="quiet"
      size="sm"
      icon={<Printer aria-hidden="true" />}
      onClick={() => window.print()}
    >
      Print
    </Button>
  </>
);
