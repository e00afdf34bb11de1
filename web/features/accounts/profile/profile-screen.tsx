import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Pencil from "lucide-react/icons/pencil";
import { useSearchParams } from "react-router";
import { accountLabel, fullNameOf } from "#domain/accounts/accounts.ts";
import type { Profile } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { IdentityHeader } from "../identity-header.tsx";
import { type ProfileLists, type SignedIn, tabsFor } from "./profile-tabs.tsx";

/** /profile: the person's own page, with the tabs of their role (spec 1 section 2). */
export const ProfileScreen = ({
  session,
  profile,
  lists,
}: {
  session: SignedIn;
  profile: Profile;
  lists: ProfileLists;
}) => {
  const [query, setQuery] = useSearchParams();
  const tabs = tabsFor(session, profile, lists);
  const { siteName } = useSettings();
  const requestedTab = query.get("tab") ?? "";
  const name = fullNameOf(profile, session.user.email ?? "Your profile");
  return (
    <Container className="pb-16">
      <IdentityHeader
        name={name}
        picture={profile.profile_image_url}
        title={name}
        actions={
          <>
            {profile.account_type !== "admin" && (
              <ButtonLink to="/dashboard" variant="outline" size="sm" icon={<LayoutDashboard />}>
                Dashboard
              </ButtonLink>
            )}
            <ButtonLink to="/account-settings" variant="outline" size="sm" icon={<Pencil />}>
              Edit Profile
            </ButtonLink>
          </>
        }
      >
        <Badge tone="brand">
          <span className="whitespace-normal">{accountLabel(profile.account_type, siteName)}</span>
        </Badge>
        {/* Together in a line of their own, if there is no room beside the badge. */}
        <span className="dotted">
          {profile.business_name && <span>{profile.business_name}</span>}
          {profile.location && <span>{profile.location}</span>}
        </span>
      </IdentityHeader>
      <Tabs
        layout="side"
        label="Profile"
        value={tabs.some(({ value }) => value === requestedTab) ? requestedTab : "about"}
        onChange={(tab) => setQuery({ tab }, { replace: true, preventScrollReset: true })}
        tabs={tabs}
      />
    </Container>
  );
};
