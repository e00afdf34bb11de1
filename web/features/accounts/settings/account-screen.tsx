import Camera from "lucide-react/icons/camera";
import LogOut from "lucide-react/icons/log-out";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { fullNameOf } from "#domain/accounts/accounts.ts";
import { ownProfilePath } from "#domain/accounts/profile.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { type Membership, SubscriptionTab } from "#web/features/membership/index.ts";
import { type Notifications, NotificationsTab } from "#web/features/notifications/index.ts";
import type { ResolvedSession } from "#web/session/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { reloadPage } from "#web/ui/connected/reachable.ts";
import { Container } from "#web/ui/container.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { changeAvatar } from "#web/ui/pictures/change-avatar.ts";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { type Tab, Tabs } from "#web/ui/tabs.tsx";
import { Guard } from "../access/guard.tsx";
import { IdentityHeader } from "../identity-header.tsx";
import type { Support } from "../personal-data/support-queries.ts";
import { useSignOut } from "../sign-out/sign-out.ts";
import { ProfileForm } from "./profile-form.tsx";
import { SecurityTab } from "./security-tab.tsx";

/** "Change Profile Photo": takes a PNG or JPEG of at most 2 MB and puts it on the profile. */
const AvatarUpload = ({ userId }: { userId: string }) => {
  const [busy, setBusy] = useState(false);
  const upload = async (file: File) => {
    setBusy(true);
    await changeAvatar(file, userId);
    setBusy(false);
  };
  return (
    <FileButton
      accept="image/png,image/jpeg"
      icon={<Camera className="max-sm:hidden" />}
      size="sm"
      busy={busy}
      onFiles={([file]) => file && !busy && void upload(file)}
    >
      Change Profile Photo
    </FileButton>
  );
};

type SignedIn = Extract<ResolvedSession, { status: "signed-in" }>;

const NotLoaded = () => (
  <RetryAlert title="Your settings could not be loaded" onRetry={() => void reloadPage()}>
    Something went wrong loading the settings. Please try refreshing the page.
  </RetryAlert>
);

const SignOut = (props: { variant: "outline" | "quiet"; className: string }) => {
  const signOut = useSignOut();
  return (
    <Button {...props} size="sm" icon={<LogOut />} onClick={() => void signOut()}>
      Sign Out
    </Button>
  );
};

/** /account: settings by tab, each with its address in `?tab=` (spec 1 section 2). */
export const AccountScreen = ({
  session,
  subscription,
  groups,
  notifications,
  support,
  bookmarks,
  bookmarked,
}: {
  session: SignedIn;
  /** Null if it could not be loaded. */
  subscription: Membership | null;
  groups: readonly CategoryGroup[];
  /** Null if they could not be loaded. */
  notifications: Notifications | null;
  /** Null if it could not be loaded. */
  support: Support | null;
  bookmarks: ReactNode;
  /** How many there are. */
  bookmarked: number;
}) => {
  const [query, setQuery] = useSearchParams();
  const { user, profile } = session;
  const provider = profile?.account_type === "provider";
  const requestedTab = query.get("tab") ?? "profile";
  const name = fullNameOf(profile, user.email ?? "Your account");

  const tabs: Tab[] = [
    {
      value: "profile",
      label: "My Profile",
      content: profile ? (
        <div>
          <h2 className="text-xl">Your details</h2>
          {provider && (
            <p className="mt-1 max-w-prose text-sm text-ink-soft">
              This appears on your public page; your phone number only if you choose to show it.
              Opening hours, area, services and portfolio are on{" "}
              <Link to="/profile" className="link">
                your profile
              </Link>
              .
            </p>
          )}
          <div className="mt-4">
            <ProfileForm key={profile.id} profile={profile} groups={groups} />
          </div>
        </div>
      ) : (
        <NotLoaded />
      ),
    },
    {
      value: "security",
      label: "Account Security",
      content: <SecurityTab email={user.email ?? ""} support={support} />,
    },
    {
      value: "notifications",
      label: "Notifications",
      content: notifications ? (
        <NotificationsTab
          userId={user.id}
          accountType={profile?.account_type ?? null}
          trades={profile?.categories ?? []}
          notifications={notifications}
        />
      ) : (
        <NotLoaded />
      ),
    },
    {
      value: "bookmarks",
      label: "Bookmarks",
      count: bookmarked || undefined,
      content: bookmarks,
    },
    // Others do not see the tab; at its address they read why.
    ...(provider || requestedTab === "payments"
      ? [
          {
            value: "payments",
            label: "Subscriptions",
            content: (
              <Guard accountType="provider">
                <SubscriptionTab subscription={subscription} userId={user.id} />
              </Guard>
            ),
          },
        ]
      : []),
  ];

  return (
    <Container className="pb-16">
      <IdentityHeader
        name={name}
        picture={profile?.profile_image_url}
        title="Account settings"
        actions={
          <>
            <AvatarUpload userId={user.id} />
            <ButtonLink
              to={ownProfilePath(profile, session.subscription.isSubscribed)}
              variant="outline"
              size="sm"
            >
              View My Profile
            </ButtonLink>
            <SignOut variant="outline" className="max-lg:hidden" />
          </>
        }
      >
        {user.email ?? name}
      </IdentityHeader>
      <Tabs
        layout="side"
        label="Account settings"
        value={tabs.some(({ value }) => value === requestedTab) ? requestedTab : "profile"}
        onChange={(tab) => setQuery({ tab }, { replace: true, preventScrollReset: true })}
        tabs={tabs}
      />
      <div className="mt-10 border-t border-line pt-3 lg:hidden">
        <SignOut variant="quiet" className="-ml-3" />
      </div>
    </Container>
  );
};
