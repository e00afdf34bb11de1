import { type ChangeEvent, Suspense, useRef } from "react";
import { useLocation } from "react-router";
import { lazy } from "#web/session/parts.ts";
import { safePath, withReturn } from "#web/session/return-path.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { isHere, logoPicture, mainLinks, type NavigationUser } from "./places.ts";

const UserMenu = lazy(() => import("./user-menu.tsx"));

/**
 * The bar on top of every page. Everything in it is a link, so it works before and without JavaScript. Only
 * the inbox and the menu under the avatar are scripts, loaded for signed-in people. Its own width in rem decides what it
 * shows: with larger text, earlier what narrow screens show. `onChangePhoto` gets the chosen file
 * unchecked.
 */
export const NavigationBar = ({
  siteName,
  logo = "",
  user,
  photoBusy = false,
  onSignOut,
  onChangePhoto,
}: {
  siteName: string;
  logo?: string;
  user: NavigationUser | null;
  photoBusy?: boolean;
  onSignOut: () => void;
  onChangePhoto: (file: File) => void;
}) => {
  const fileInput = useRef<HTMLInputElement>(null);
  const chooseFile = () => fileInput.current?.click();
  const fileChosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (file) onChangePhoto(file);
  };
  const links = mainLinks(user);
  const { pathname, search } = useLocation();
  // Whoever was stopped on the way to a page comes back to it by these links, too.
  const target = safePath(new URLSearchParams(search).get("return"));
  // Admins sign in with a form of their own, and do not sign up; nor does a person in the middle of logging in.
  const adminEntrance = pathname.startsWith("/admin-") || pathname === "/two-step";
  const entrances = (login: "quiet" | "outline", className: string) =>
    !adminEntrance && (
      <div className={cx("for-visitors", className)}>
        <ButtonLink to={withReturn("/login", target)} variant={login}>
          Login
        </ButtonLink>
        <ButtonLink to={withReturn("/signup", target)} variant="solid">
          Sign Up
        </ButtonLink>
      </div>
    );
  // The jobs that clients open are mostly their own, which are under My Jobs.
  const ownJob = user?.accountType === "client" && /[?&]job=/.test(search);
  const active = links.filter(({ to }) => !ownJob && isHere(to, pathname));
  const content = () => (
    <>
      <Container className="flex min-h-16 items-center gap-x-4 sm:min-h-18 sm:gap-x-8">
        <Link to="/" aria-label={`${siteName}, home`} className="flex min-w-0 py-1">
          <Logo name={siteName} picture={logoPicture(logo)} />
        </Link>
        <nav
          aria-label="Main"
          className="hidden flex-1 items-stretch gap-x-7 self-stretch @5xl:flex"
        >
          {links.map((link) => (
            <Link
              key={link.label}
              to={link.to}
              aria-current={active.includes(link) ? "page" : undefined}
              className="-mb-px flex items-center border-b-3 border-transparent pt-1 font-semibold text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:border-brand aria-[current=page]:text-ink"
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 sm:gap-3">
          {user ? (
            <Suspense
              fallback={
                // As wide as the inbox and the menu's button, so that the picture does not move.
                <span
                  className={cx(
                    "pr-7.5",
                    user.accountType === "admin" ? "pl-0.5" : "pl-13.5 sm:pl-14.5",
                  )}
                >
                  <Avatar name={user.name} src={user.avatarUrl} size="sm" />
                </span>
              }
            >
              <UserMenu
                user={user}
                photoBusy={photoBusy}
                onSignOut={onSignOut}
                onChangePhoto={chooseFile}
              />
            </Suspense>
          ) : (
            <>
              {entrances("quiet", "hidden items-center gap-2 @2xl:flex")}
              <MobileMenu links={links} active={active}>
                {entrances("outline", "mt-5 grid grid-cols-2 gap-3 @2xl:hidden")}
              </MobileMenu>
              <span className="for-accounts mr-7.5">
                <Skeleton round className="size-10" />
              </span>
            </>
          )}
        </div>
      </Container>
      {user && (
        <input
          ref={fileInput}
          type="file"
          accept="image/png,image/jpeg"
          aria-label="Profile photo"
          tabIndex={-1}
          className="sr-only"
          onChange={fileChosen}
        />
      )}
    </>
  );
  return (
    <header
      className="@container relative z-30 border-b border-line bg-paper"
      {...(target
        ? { children: content() }
        : sameHtml(["bar", siteName, logo, user, active, adminEntrance], content, pathname))}
    />
  );
};
