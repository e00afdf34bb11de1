import ChevronDown from "lucide-react/icons/chevron-down";
import Inbox from "lucide-react/icons/inbox";
import { useSyncExternalStore } from "react";
import { accountLabel } from "#domain/accounts/accounts.ts";
import { formatDay } from "#domain/values/dates.ts";
import { useUnread } from "#web/features/enquiries/unread.ts";
import { useSettings } from "#web/session/settings.ts";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { accountLinks, INBOX, mainLinks, type NavigationUser, unreadShown } from "./places.ts";

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

/** Whether the bar itself has no room for the main links. */
const useNarrow = (): boolean =>
  useSyncExternalStore(
    (notify) => {
      window.addEventListener("resize", notify);
      return () => window.removeEventListener("resize", notify);
    },
    () => document.querySelector("header nav")?.getClientRects().length === 0,
  );

/** What kind of account it is, or how long a provider's membership lasts. */
export const Kind = ({ user }: { user: NavigationUser }) => {
  const { siteName } = useSettings();
  if (user.accountType === null) return null;
  const isKnown = user.accountType === "provider" && user.memberUntil !== undefined;
  const membership = user.memberUntil
    ? `Member until ${formatDay(user.memberUntil)}`
    : "Not a member";
  return (
    <span className="block text-sm text-ink-soft">
      {isKnown ? membership : accountLabel(user.accountType, siteName)}
    </span>
  );
};

/**
 * The inbox and the menu under the avatar (spec 1 section 2), which on a narrow screen contains the main links
 * too. Loaded only for signed-in people.
 */
const UserMenu = ({
  user,
  photoBusy,
  onSignOut,
  onChangePhoto,
}: {
  user: NavigationUser;
  photoBusy: boolean;
  onSignOut: () => void;
  onChangePhoto: () => void;
}) => {
  const narrow = useNarrow();
  const unread = useUnread(user.accountType === "admin" ? null : user.id);
  const own = accountLinks(user, unread);
  const avatar = <Avatar name={user.name} src={user.avatarUrl} size="sm" />;
  return (
    <>
      {user.accountType !== "admin" && <InboxLink unread={unread} />}
      <Menu
        trigger={
          <button
            type="button"
            className="flex min-h-11 items-center gap-2 rounded-full py-0.5 pr-1.5 pl-0.5 hover:bg-hover"
          >
            {/* Not a label: it would hide the initials that can be seen, and that voice control reads. */}
            <VisuallyHidden>{`Account menu of ${user.name}`}</VisuallyHidden>
            {avatar}
            {photoBusy ? (
              <Spinner className="size-4" />
            ) : (
              <ChevronDown aria-hidden="true" className="size-4 text-ink-soft" />
            )}
          </button>
        }
      >
        <MenuLabel>
          <span className="flex w-62.5 items-center gap-3">
            {avatar}
            <span className="min-w-0">
              <span className="block truncate font-semibold text-ink">{user.name}</span>
              <Kind user={user} />
            </span>
          </span>
        </MenuLabel>
        <MenuSeparator />
        {narrow && (
          <>
            {mainLinks(user).map(({ to, label }) => (
              <MenuLink key={to} to={to}>
                {label}
              </MenuLink>
            ))}
            <MenuSeparator />
          </>
        )}
        {own.map(({ to, label }) => (
          <MenuLink key={to} to={to}>
            {label}
          </MenuLink>
        ))}
        {own.length > 0 && <MenuSeparator />}
        <MenuItem disabled={photoBusy} onSelect={onChangePhoto}>
          Change Profile Photo
        </MenuItem>
        <MenuLink to="/profile">My Profile</MenuLink>
        <MenuLink to="/account">Account Settings</MenuLink>
        <MenuSeparator />
        <MenuItem onSelect={onSignOut}>Sign Out</MenuItem>
      </Menu>
    </>
  );
};

export default UserMenu;
