import Bookmark from "lucide-react/icons/bookmark";
import { useEffect, useRef } from "react";
import { takeIntention } from "#web/session/intention.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { showSaveFailed } from "./describe-failure.ts";
import { saveProvider } from "./writes.ts";

/**
 * Saves or unsaves a provider, then the page's data show the result. If it was pressed before logging in,
 * it saves now.
 */
export const SaveProviderButton = ({
  providerId,
  userId,
  saved,
}: {
  providerId: string;
  userId: string;
  saved: boolean;
}) => {
  const { run, busy } = useWrite(saveProvider);
  const toggle = async () => {
    try {
      await run({ providerId, saved: !saved }, userId);
      return true;
    } catch (error) {
      await showSaveFailed(error);
      return false;
    }
  };
  const intended = useRef(toggle);
  intended.current = toggle;
  useEffect(() => {
    if (saved || !takeIntention("save", providerId)) return;
    void intended.current().then((done) => {
      if (done)
        toast({ title: "Saved", description: "Find it under Bookmarks.", variant: "success" });
    });
  }, [providerId, saved]);
  return (
    <Button
      variant="outline"
      className="max-sm:size-11 max-sm:min-w-0!"
      busy={busy}
      aria-pressed={saved}
      icon={<Bookmark aria-hidden="true" fill={saved ? "currentColor" : "none"} />}
      onClick={() => void toggle()}
    >
      <span className="max-sm:sr-only">{saved ? "Saved" : "Save"}</span>
    </Button>
  );
};
