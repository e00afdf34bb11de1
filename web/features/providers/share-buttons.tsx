import Printer from "lucide-react/icons/printer";
import Share2 from "lucide-react/icons/share-2";
import { useSiteOrigin } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

const copy = async (link: string) => {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Link copied", description: link, variant: "success" });
  } catch {
    // No permission for the clipboard: the link can still be copied from the message.
    toast({ title: "Link to this page", description: link, duration: Number.POSITIVE_INFINITY });
  }
};

const share = async (url: string, name: string) => {
  if (!navigator.share) return copy(url);
  try {
    await navigator.share({ title: name, url });
  } catch (error) {
    // Closing the sheet is a valid choice.
    if ((error as { name?: string }).name !== "AbortError") await copy(url);
  }
};

/** Shares the page with the device's own sheet, if it has one. */
export const ShareButton = ({ id, name }: { id: string; name: string }) => {
  // Without the visitor's state.
  const url = `${useSiteOrigin()}/directory/${id}`;
  return (
    <>
      <Button
        variant="outline"
        icon={<Share2 aria-hidden="true" />}
        aria-label={`Share ${name}`}
        className="noscript:hidden"
        onClick={() => void share(url, name)}
      >
        Share
      </Button>
      <noscript>
        <p className="max-w-xs text-sm wrap-anywhere">
          <a
            href={`mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(url)}`}
            className="link"
          >
            Share by email
          </a>
          , or copy this link: {url}
        </p>
      </noscript>
    </>
  );
};

/** Prints the page. */
export const PrintButton = () => (
  <Button
    variant="quiet"
    size="sm"
    icon={<Printer aria-hidden="true" />}
    className="noscript:hidden"
    onClick={() => window.print()}
  >
    Print
  </Button>
);
