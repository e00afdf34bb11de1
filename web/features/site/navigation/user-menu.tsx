import Camera from "lucide-react/icons/camera";
import ChevronDown from "lucide-react/icons/chevron-down";
import LogOut from "lucide-react/icons/log-out";
import Settings from "lucide-react/icons/settings";
import UserRound from "lucide-react/icons/user-round";
import { avatarSources } from "#domain/values/pictures.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { NavigationUser } from "./places.ts";

/** The menu under the avatar (spec 1 section 2). Loaded only for signed-in people. */
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
}) => (
  <Menu
    trigger={
      <button
        type="button"
        className="flex min-h-11 items-center gap-2 rounded-full py-0.5 pr-1.5 pl-0.5 hover:bg-hover"
      >
        {/* Not a label: it would hide the initials that can be seen, and that voice control reads. */}
        <VisuallyHidden>{`Account menu of ${user.name}`}</VisuallyHidden>
        <Avatar
          name={user.name}
          src={user.avatarUrl}
          sources={avatarSources(user.avatarUrl)}
          size="sm"
        />
        {photoBusy ? (
          <Spinner className="size-4" />
        ) : (
          <ChevronDown aria-hidden="true" className="size-4 text-ink-soft" />
        )}
      </button>
    }
  >
    <MenuLabel>
      <span className="block max-w-60 truncate font-semibold text-ink">{user.name}</span>
    </MenuLabel>
    <MenuSeparator />
    <MenuItem icon={<Camera />} disabled={photoBusy} onSelect={onChangePhoto}>
      Change Profile Photo
    </MenuItem>
    <MenuLink icon={<UserRound />} to="/profile">
      My Profile
    </MenuLink>
    <MenuLink icon={<Settings />} to="/account">
      Account Settings
    </MenuLink>
    <MenuSeparator />
    <MenuItem icon={<LogOut />} onSelect={onSignOut}>
      Sign Out
    </MenuItem>
  </Menu>
);

export default UserMenu;
