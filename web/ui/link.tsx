import {
  type LinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
  useLocation,
} from "react-router";

/** Whether the router would find the same address anywhere. */
const isWhole = (to: LinkProps["to"]): to is string =>
  typeof to === "string" && /^\/(?:[^./\\?#]+(?:\/[^./\\?#]+)*)?(?:[?#].*)?$/.test(to);

/** The element of the router's link, without its hooks: for whole paths these are a tenth of a page's rendering. */
const ServerLink = (props: LinkProps) => {
  const { to, prefetch, replace, state, preventScrollReset, viewTransition, ...rest } = props;
  const { discover, relative, reloadDocument, mask, defaultShouldRevalidate, ...attributes } = rest;
  const isSpecial = (discover ?? relative ?? reloadDocument ?? mask) !== undefined;
  if (isSpecial || !isWhole(to)) return <RouterLink {...props} />;
  return <a {...attributes} href={to} data-discover="true" />;
};

type PlainNavLinkProps = Omit<LinkProps, "to"> & { to: string };

/** Whether a link leads to this page, or to one above it. */
export const leadsHere = (to: string, pathname: string): boolean => {
  const here = pathname.toLowerCase();
  const path = to.replace(/[?#].*$/, "").toLowerCase();
  return here === path || (path !== "/" && here.startsWith(`${path}/`));
};

const ServerNavLink = (props: PlainNavLinkProps) => {
  const { to, className, ...rest } = props;
  const { pathname } = useLocation();
  if (!isWhole(to)) return <RouterNavLink {...props} />;
  const isActive = leadsHere(to, pathname);
  return (
    <ServerLink
      {...rest}
      to={to}
      aria-current={isActive ? (rest["aria-current"] ?? "page") : undefined}
      className={[className, isActive && "active"].filter(Boolean).join(" ")}
    />
  );
};

/** A link to a page of this site. */
export const Link = import.meta.env.SSR ? ServerLink : RouterLink;

/** A link that is marked on its own page and those below it. */
export const NavLink = import.meta.env.SSR
  ? ServerNavLink
  : (RouterNavLink as typeof ServerNavLink);
