import Printer from "lucide-react/icons/printer";
import Share2 from "lucide-react/icons/share-2";
import { useSiteOrigin } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { copyText } from "#web/ui/copy-text.ts";

const share = async (url: string, name: string) => {
  if (!navigator.share) return copyText(url);
  try {
    await navigator.share({ title: name, url });
  } catch (error) {
    // Closing the sheet is a valid choice.
    if ((error as { name?: string }).name !== "AbortError") await copyText(url);
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
        className="max-sm:size-11 max-sm:min-w-0! noscript:hidden"
        onClick={() => void share(url, name)}
      >
        <span className="max-sm:sr-only">Share</span>
      </Button>
      <noscript>
        <p className="max-w-xs text-sm wrap-anywhere max-sm:hidden">
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
