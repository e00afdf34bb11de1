import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from "react";
import {
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  UNSAFE_FrameworkContext,
  useLocation,
  useMatches,
  useRevalidator,
  useRouteLoaderData,
} from "react-router";
import { brandColours, paletteStyle } from "#domain/site/palette.ts";
import { hydrationOf, isForAccounts, isLeft } from "#web/session/hydration.ts";
import { loginPath } from "#web/session/return-path.ts";
import { getSession, type Session, startSession, useSession } from "#web/session/session.ts";
import { DEFAULT_SETTINGS } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { startRevocations } from "#web/session/start-revocations.ts";
import { DeferredScripts } from "#web/shell/deferred-scripts.tsx";
import { FirstPaintScript } from "#web/shell/first-paint-script.tsx";
import { isMissing, PageError } from "#web/shell/page-error.tsx";
import { Shell, useOpened } from "#web/shell/shell.tsx";
import { fontPreloads } from "#web/ui/font-preloads.ts";
import type { Route } from "./+types/root.ts";
import styles from "./app.css?url";

/** One element for all pages: the router's own component would resolve the links of every page again. */
const headLinks = (
  <>
    <link rel="icon" href="/favicon.ico" sizes="32x32" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href="/site.webmanifest" />
    {fontPreloads.map((font) => (
      <link key={font.href} {...font} />
    ))}
    <link rel="stylesheet" href={styles} />
  </>
);

/** Only the server computes the colours; the last brand's are at hand. */
let computed = { colour: "", brand: { style: "", theme: "" } };
const brandOf = (colour: string) => {
  if (computed.colour !== colour) {
    const colours = brandColours(colour);
    const brand = { style: paletteStyle(colours), theme: colours.palette.pine.light };
    computed = { colour, brand };
  }
  return computed.brand;
};

export const loader = ({ context }: Route.LoaderArgs) => {
  const { settings, origin } = context.get(siteContext);
  return { settings, origin, brand: settings.brandColour ? brandOf(settings.brandColour) : null };
};

/** A visit loads the settings once; the page on which admins change them loads them again. */
export const shouldRevalidate = ({ currentUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === "/admin/settings";

export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  const { siteName } = loaderData?.settings ?? DEFAULT_SETTINGS;
  return [{ title: isMissing(error) ? `Page Not Found | ${siteName}` : siteName }];
};

let opened = false;

/** Once, just before the router begins to listen: nobody has reported earlier changes to it. */
const openOnce = () => {
  if (!opened && isLeft()) location.reload();
  opened = true;
  // From here on scripts handle our forms (see FIRST_PAINT).
  document.documentElement.dataset.live = "";
};

/**
 * Scripts run here, the session is known, and the router has the first page: a press that was held can be
 * repeated (see FIRST_PAINT). Before, the router may drop it.
 */
const markHydrated = () => {
  document.documentElement.dataset.hydrated = "";
  window.dispatchEvent(new Event("hydrated"));
};

export function Layout({ children }: { children: ReactNode }) {
  useLayoutEffect(openOnce, []);
  // Here and not in Root, so that an error page knows the session too.
  useEffect(() => void startSession(), []);
  const opened = useOpened();
  useEffect(() => {
    if (opened) void getSession().then(markHydrated);
  }, [opened]);
  useEffect(startRevocations, []);
  const root = useRouteLoaderData<typeof loader>("root");
  const { siteName, supabaseUrl, anonKey } = root?.settings ?? DEFAULT_SETTINGS;
  const matches = useMatches();
  const { pathname, search } = useLocation();
  const routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes;
  const posts = matches.some(({ id }) => routes?.[id]?.hasAction);
  const login = isForAccounts(matches) ? loginPath({ pathname, search }) : undefined;
  return (
    <html
      lang="en-GB"
      // In development a page is connected to hot reload at once.
      data-hydrate={import.meta.env.DEV ? undefined : hydrationOf(matches, search)}
      data-login={login}
      data-posts={posts ? "" : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={root?.brand?.theme ?? "#0d3b2e"} />
        <FirstPaintScript />
        <meta name="application-name" content={siteName} />
        <meta name="supabase-url" content={supabaseUrl} />
        <meta name="supabase-anon-key" content={anonKey} />
        <Meta />
        {headLinks}
        {root?.brand && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: colours that the server computed
          <style dangerouslySetInnerHTML={{ __html: root.brand.style }} />
        )}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <DeferredScripts />
      </body>
    </html>
  );
}

/** The page's person, whether the account was loaded, and is a member's: data loaded before are loaded again. */
const nameOf = (session: Session): string => {
  if (session.status !== "signed-in") return session.status;
  if (session.ended) return "ended";
  const member = session.subscription.isSubscribed ? " member" : "";
  return `${session.user.id}${session.loadFailed ? " unread" : ""}${member}`;
};

/** Layouts with a guard. */
const GUARDED = new Set(["routes/account/protected", "routes/admin/protected"]);

/**
 * A page's data belong to one person, so they are loaded again when another tab changes the session. Pages
 * behind a guard report a sign-out by themselves: loaded again, the guard would redirect them, in a race with
 * the navigation that follows a sign-out here.
 */
const useRevalidateOnSessionChange = () => {
  const session = useSession();
  const { revalidate } = useRevalidator();
  const guarded = useMatches().some(({ id }) => GUARDED.has(id));
  const before = useRef("loading");
  const now = nameOf(session);
  useEffect(() => {
    const was = before.current;
    before.current = now;
    // The page of an ended session is unchanged until its owner has logged in again.
    if (was === "loading" || was === now || now === "ended" || (now === "signed-out" && guarded)) {
      return;
    }
    void revalidate();
  }, [now, guarded, revalidate]);
};

export default function Root() {
  useRevalidateOnSessionChange();
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** Entering or leaving it, React makes the whole document again: only what Layout renders remains. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <PageError error={error} />
    </Shell>
  );
}
