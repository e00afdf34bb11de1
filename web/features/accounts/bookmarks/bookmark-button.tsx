import Bookmark from "lucide-react/icons/bookmark";
import { IconButton } from "#web/ui/icon-button.tsx";

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
