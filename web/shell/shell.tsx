import {
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { UNSAFE_DataRouterContext, useLocation, useMatches, useNavigate } from "react-router";
import { NETWORK_ISSUE } from "#domain/site/faults.ts";
import { lazy, reportMissing } from "#web/session/parts.ts";
import { isReachable } from "#web/session/reachable.ts";
import { type RememberedAccount, useRememberedAccount } from "#web/session/remembered-account.ts";
import {
  getSession,
  refreshSession,
  requestSignIn,
  type Session,
  useSession,
} from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { PageProgress } from "#web/ui/page-progress.tsx";
import { Remade } from "#web/ui/remade.tsx";
import { toast } from "#web/ui/toast.ts";
import { ToastOutlet } from "#web/ui/toast-outlet.tsx";
import {
  AccountProblemBanner,
  ActivateMembershipBanner,
  ConfirmEmailBanner,
  SessionEndedBanner,
} from "./navigation/banners.tsx";
import { CompactFooter, Footer } from "./navigation/footer.tsx";
import { NavigationBar } from "./navigation/navigation-bar.tsx";
import type { NavigationUser } from "./navigation/places.ts";
import { OfflineLinks } from "./offline-links.tsx";

/** The first Tab stop: skips the navigation, to `<main id="main" tabIndex={-1}>`. */
const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-signal px-4 py-3 font-semibold text-on-signal focus:translate-y-0"
  >
    Skip to content
  </a>
);

/** The last page's path. React makes the frame again around an error page, so it cannot keep this. */
let last: string | null = null;

/**
 * Moves the focus to the heading of a new page, so that a screen reader says where its user is. A page that
 * has already moved the focus into itself keeps it. The pages of a list are announced by the list.
 */
const useHeadingFocus = (): void => {
  const { pathname } = useLocation();
  useEffect(() => {
    const before = last;
    last = pathname;
    if (before === null || before === pathname) return;
    const main = document.getElementById("main");
    const active = document.activeElement;
    if (active !== main && main?.contains(active)) return;
    const heading = main?.querySelector<HTMLElement>("h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
};

/** The code for a signed-in person's actions is loaded with the first of them. */
const acts = () => import("./acts.ts");

/** Runs one of them, or says why it cannot be loaded. */
const act = async (
  title: string,
  use: (loaded: Awaited<ReturnType<typeof acts>>) => Promise<unknown>,
): Promise<void> => {
  const loaded = await acts().catch(() => null);
  if (loaded) await use(loaded);
  else if (await isReachable()) reportMissing();
  else toast({ title, description: NETWORK_ISSUE, variant: "destructive" });
};

const SignInAgain = lazy(async () => ({ default: (await acts()).SignInAgain }));

type SignedIn = Extract<Session, { status: "signed-in" }>;

const navigationUser = (
  id: string,
  profile: RememberedAccount["profile"] | null,
  memberUntil: NavigationUser["memberUntil"],
  email?: string,
): NavigationUser => ({
  id,
  name: `${profile?.first_name ?? ""} ${profile?.last_name ?? ""}`.trim() || (email ?? "Account"),
  avatarUrl: profile?.profile_image_url ?? null,
  accountType: profile?.account_type ?? null,
  memberUntil,
});

/** Of whom the bar and the footer are: until the account is loaded, and if it cannot be, what is remembered. */
const useNavigationUser = (): NavigationUser | null => {
  const session = useSession();
  const remembered = useRememberedAccount();
  if (session.status === "loading")
    return remembered && navigationUser(remembered.id, remembered.profile, undefined);
  if (session.status !== "signed-in") return null;
  const { user, profile, subscription, loadFailed } = session;
  const known = loadFailed && remembered?.id === user.id ? remembered.profile : null;
  const until = subscription.isSubscribed ? subscription.expiresAt : null;
  return navigationUser(user.id, profile ?? known, loadFailed ? undefined : until, user.email);
};

/** Routes whose footer is short: those of an account, and forms, where the long one would outweigh the page. */
const COMPACT_FOOTER =
  /^routes\/(?:account\/|admin\/|public\/(?:new-report|report|still|unsub|claim))/;

/** Routes that show nothing without an account. */
const NEEDS_ACCOUNT = new Set([
  "routes/account/protected",
  "routes/admin/protected",
  "routes/public/post-job",
  "routes/public/own-profile",
]);

/** Pages that offer the membership themselves to a provider who has none. */
const PAGES_WITH_OWN_OFFER = new Set(["/membership", "/dashboard"]);

/** At most one banner: first the address, then the membership (spec 1 section 2). */
const Banners = ({ session }: { session: SignedIn }) => {
  const [busy, setBusy] = useState(false);
  const { pathname } = useLocation();
  const needsAccount = useMatches().some(({ id }) => NEEDS_ACCOUNT.has(id));
  const { user, profile, subscription, ended, loadFailed } = session;
  if (ended === "declined") return <SessionEndedBanner onLogIn={() => void requestSignIn()} />;
  if (loadFailed) {
    // There the page itself says it.
    return needsAccount ? null : <AccountProblemBanner onRetry={() => void refreshSession()} />;
  }
  if (!user.email_confirmed_at) {
    const resend = async () => {
      setBusy(true);
      await act("Failed to resend email", ({ resendConfirmation }) =>
        resendConfirmation(user.email ?? ""),
      );
      setBusy(false);
    };
    return (
      <ConfirmEmailBanner
        key={user.id}
        userId={user.id}
        email={user.email ?? ""}
        busy={busy}
        onResend={() => void resend()}
      />
    );
  }
  return profile?.account_type === "provider" &&
    !subscription.isSubscribed &&
    // There the page itself says it.
    !PAGES_WITH_OWN_OFFER.has(pathname) ? (
    <ActivateMembershipBanner key={user.id} userId={user.id} />
  ) : null;
};

/** Whether the first page has all that it loads. */
export const useOpened = (): boolean => {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  return useSyncExternalStore(
    (notify) => router?.subscribe(notify) ?? (() => {}),
    () => router?.state.initialized ?? true,
    () => false,
  );
};

/** The frame of every page. */
export const Shell = ({ children }: { children: ReactNode }) => {
  useHeadingFocus();
  useEffect(() => {
    const load = (event: FocusEvent) => {
      const first = event.composedPath();
      import("./first-use.ts").then(
        ({ start }) => start(first),
        () => {},
      );
    };
    document.addEventListener("focusin", load, { once: true });
    return () => document.removeEventListener("focusin", load);
  }, []);
  const session = useSession();
  const settings = useSettings();
  const [photoBusy, setPhotoBusy] = useState(false);
  const signedIn = session.status === "signed-in" ? session : null;
  const user = useNavigationUser();

  // Logging in again must work after a lost connection: a script that failed is never tried again.
  // The page's own parts load first.
  const opened = useOpened();
  useEffect(() => {
    if (opened && session.status === "signed-in") acts().catch(() => {});
  }, [opened, session.status]);

  const navigate = useNavigate();
  const signOut = () => act("Sign out failed", ({ signOutTo }) => signOutTo(navigate));
  const changePhoto = async (file: File) => {
    setPhotoBusy(true);
    const current = await getSession();
    if (current.status === "signed-in")
      await act("Upload failed", ({ changeAvatar }) => changeAvatar(file, current.user.id));
    setPhotoBusy(false);
  };

  // The account's and the admins' pages are known before the session is.
  const compact = useMatches().some(({ id }) => COMPACT_FOOTER.test(id));
  const SiteFooter = user || compact ? CompactFooter : Footer;

  return (
    <div className="flex min-h-dvh flex-col">
      <OfflineLinks />
      <SkipLink />
      <PageProgress />
      {settings.notice && (
        <aside
          aria-label="Notice"
          className="bg-signal px-4 py-2 text-center text-sm text-on-signal wrap-anywhere"
        >
          {settings.notice}
        </aside>
      )}
      <NavigationBar
        siteName={settings.siteName}
        logo={settings.logo}
        user={user}
        photoBusy={photoBusy}
        onSignOut={() => void signOut()}
        onChangePhoto={(file) => void changePhoto(file)}
      />
      {signedIn && (
        <aside aria-label="Your account">
          <Banners session={signedIn} />
        </aside>
      )}
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Remade>{children}</Remade>
      </main>
      <SiteFooter
        user={user}
        siteName={settings.siteName}
        logo={settings.logo}
        contactEmail={settings.contactEmail}
        company={settings.company}
        social={settings.social}
        {...(settings.home && { tagline: settings.home.tagline })}
      />
      {signedIn?.ended === "ask" && (
        <Suspense>
          <SignInAgain email={signedIn.user.email ?? ""} />
        </Suspense>
      )}
      <ToastOutlet />
    </div>
  );
};
