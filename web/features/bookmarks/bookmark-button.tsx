import Bookmark from "lucide-react/icons/bookmark";
import { IconButton } from "#web/ui/icon-button.tsx";

/** A bookmark in a list: stays down while the thing that it names is saved. */
export const BookmarkButton = ({
  name,
  saved,
  busy = false,
  onToggle,
}: {
  name: string;
  saved: boolean;
  busy?: boolean;
  onToggle: () => void;
}) => (
  <IconButton
    label={`Save ${name}`}
    pressed={saved}
    busy={busy}
    icon={<Bookmark aria-hidden="true" fill={saved ? "currentColor" : "none"} />}
    onClick={onToggle}
  />
);
