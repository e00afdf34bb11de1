import Inbox from "lucide-react/icons/inbox";
import { Link } from "#web/ui/link.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { INBOX, unreadShown } from "./places.ts";

/** Leads to the enquiries and shows how many messages are unread. */
export const InboxLink = ({ unread }: { unread: number }) => (
  <Link
    to={INBOX}
    title="Enquiries"
    className="relative grid size-11 place-items-center rounded-full text-ink-soft hover:bg-hover hover:text-ink"
  >
    <Inbox aria-hidden="true" className="size-5.5" />
    <VisuallyHidden>{`Enquiries${unread > 0 ? `, ${unread} unread` : ""}`}</VisuallyHidden>
    {unread > 0 && (
      <span
        aria-hidden="true"
        className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs font-bold text-on-brand"
      >
        {unreadShown(unread)}
      </span>
    )}
  </Link>
);
