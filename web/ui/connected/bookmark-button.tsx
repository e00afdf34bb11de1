import Bookmark from "lucide-react/icons/bookmark";
import { failureToast } from "#web/session/refusal.ts";
import { sessionEnded } from "#web/session/session.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.ts";

/** A bookmark in a list; pressed while its item is saved. */
export const BookmarkButton = ({
  name,
  saved,
  busy = false,
  size,
  onToggle,
}: {
  name: string;
  saved: boolean;
  busy?: boolean;
  size?: "sm" | "md";
  onToggle: () => void;
}) => (
  <IconButton
    label={`Save ${name}`}
    pressed={saved}
    busy={busy}
    size={size}
    icon={<Bookmark aria-hidden="true" fill={saved ? "currentColor" : "none"} />}
    onClick={onToggle}
  />
);

/** Reports that saving or unsaving failed (spec 2 section 8, saved items). */
export const showSaveFailed = async (error: unknown): Promise<void> => {
  const ended = { title: "Authentication required", description: "Please log in again." };
  toast({ ...failureToast(error, "Action failed"), ...((await sessionEnded()) && ended) });
};
