import "./app.css";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRevalidator,
  useRouteLoaderData,
} from "react-router";
import { ErrorScreen, NotFoundScreen, Shell } from "#web/features/site/shell/index.ts";
import { FIRST_PAINT, isLeft } from "#web/session/first-paint.ts";
import { type Session, startSession, useSession } from "#web/session/session.ts";
import { DEFAULT_SETTINGS } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { startRevocations } from "#web/session/start-revocations.ts";
import { fontPreloads } from "#web/ui/font-preloads.ts";
import type { Route } from "./+types/root.ts";

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/site.webmanifest" },
  ...fontPreloads,
];

export const loader = ({ context }: Route.LoaderArgs) => {
  const { settings, origin } = context.get(siteContext);
  return { settings, origin };
};

/** The settings of a running site never change under a visitor. */
export const shouldRevalidate = () => false;

const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  const { siteName } = loaderData?.settings ?? DEFAULT_SETTINGS;
  return [{ title: isMissing(error) ? `Page Not Found | ${siteName}` : siteName }];
};

let opened = false;

/** Once, just before the router begins to listen: what happened until then, nobody has told it. */
const openOnce = () => {
  if (!opened && isLeft()) location.reload();
  opened = true;
  // From here on forms are ours to send (see FIRST_PAINT).
  document.documentElement.dataset.live = "";
};

/** What tests wait for: scripts run here, and who is here is known. */
const markHydrated = () => {
  document.documentElement.dataset.hydrated = "";
};

export function Layout({ children }: { children: ReactNode }) {
  useLayoutEffect(openOnce, []);
  // Here and not in Root, so that an error page knows too who is here.
  useEffect(() => void startSession().then(markHydrated), []);
  useEffect(startRevocations, []);
  const settings = useRouteLoaderData<typeof loader>("root")?.settings;
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0d3b2e" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash; it would wait for styles that come before it */}
        <script dangerouslySetInnerHTML={{ __html: FIRST_PAINT }} />
        <meta name="supabase-url" content={settings?.supabaseUrl} />
        <meta name="supabase-anon-key" content={settings?.anonKey} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Whose page it is, and whether the account was read: what was loaded without it is loaded again. */
const nameOf = (session: Session): string => {
  if (session.status !== "signed-in") return session.status;
  return session.ended ? "ended" : `${session.user.id}${session.loadFailed ? " unread" : ""}`;
};

/**
 * What a page has loaded is one person's: it is loaded again when another tab changes who is here. Pages
 * behind the guard say by themselves that somebody has left.
 */
const useFreshDataForWhoIsHere = () => {
  const session = useSession();
  const { revalidate } = useRevalidator();
  const guarded = useMatches().some(({ id }) => id === "routes/account/protected");
  const before = useRef("loading");
  const now = nameOf(session);
  useEffect(() => {
    const was = before.current;
    before.current = now;
    // The page of an ended session stays as it is until its owner has logged in again.
    if (was === "loading" || was === now || now === "ended" || (now === "signed-out" && guarded)) {
      return;
    }
    void revalidate();
  }, [now, guarded, revalidate]);
};

export default function Root() {
  useFreshDataForWhoIsHere();
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Shell>{isMissing(error) ? <NotFoundScreen /> : <ErrorScreen error={error} />}</Shell>;
}
