import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRevalidator,
  useRouteLoaderData,
} from "react-router";
import { type BrandColours, brandColours, paletteStyle } from "#domain/site-palette.ts";
import {
  DeferredScripts,
  ErrorScreen,
  NotFoundScreen,
  Shell,
  useOpened,
} from "#web/features/site/shell/index.ts";
import { FIRST_PAINT } from "#web/session/first-paint.ts";
import { hydrationOf, isForAccounts, isLeft } from "#web/session/hydration.ts";
import { loginPath } from "#web/session/return-path.ts";
import { getSession, type Session, startSession, useSession } from "#web/session/session.ts";
import { DEFAULT_SETTINGS } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { startRevocations } from "#web/session/start-revocations.ts";
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

export const loader = ({ context }: Route.LoaderArgs) => {
  const { settings, origin } = context.get(siteContext);
  return { settings, origin };
};

/** The settings of a running site never change during a visit. */
export const shouldRevalidate = () => false;

const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

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

/** Only the server writes it; the browser's scripts need not contain it. */
const firstPaint = import.meta.env.SSR ? FIRST_PAINT : "";

/** Only the server computes the colours; the last brand's are at hand. */
let computed: { colour: string; colours: BrandColours } | null = null;
const coloursOf = (colour: string): BrandColours => {
  if (computed?.colour !== colour) computed = { colour, colours: brandColours(colour) };
  return computed.colours;
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
  const settings = useRouteLoaderData<typeof loader>("root")?.settings;
  const brandColour = settings?.brandColour;
  const colours = import.meta.env.SSR && brandColour ? coloursOf(brandColour) : null;
  const matches = useMatches();
  const { pathname, search } = useLocation();
  const login = isForAccounts(matches) ? loginPath({ pathname, search }) : undefined;
  return (
    <html
      lang="en-GB"
      data-hydrate={hydrationOf(matches, search)}
      data-login={login}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="theme-color"
          content={colours?.palette.pine.light ?? "#0d3b2e"}
          suppressHydrationWarning
        />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash; it would wait for styles that come before it */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstPaint }} />
        <meta name="application-name" content={(settings ?? DEFAULT_SETTINGS).siteName} />
        <meta name="supabase-url" content={settings?.supabaseUrl} />
        <meta name="supabase-anon-key" content={settings?.anonKey} />
        <Meta />
        {headLinks}
        {brandColour && (
          <style
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: colours that the server computed
            dangerouslySetInnerHTML={{ __html: colours ? paletteStyle(colours) : "" }}
          />
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

/** The page's person, and whether the account was loaded: data loaded without it are loaded again. */
const nameOf = (session: Session): string => {
  if (session.status !== "signed-in") return session.status;
  return session.ended ? "ended" : `${session.user.id}${session.loadFailed ? " unread" : ""}`;
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Shell>{isMissing(error) ? <NotFoundScreen /> : <ErrorScreen error={error} />}</Shell>;
}
