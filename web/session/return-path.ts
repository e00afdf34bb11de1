/** Pages for logging in and out. After a login they would show its empty form again. */
const ENTRANCE =
  /^\/(?:(?:admin-)?(?:login|signup)|logout|sign-in-return|two-step|confirm-email|(?:forgot|reset)-password)\/*$/i;

/**
 * A path of this site from a query parameter, or null. Anything that a browser could read as another origin
 * is refused (`//evil`, `https:evil`, `/\evil`, control characters; P-06), and so are the pages for logging in.
 */
export const safePath = (value: string | null): string | null => {
  if (!value?.startsWith("/")) return null;
  const base = "https://site.invalid";
  let url: URL;
  let pathname: string;
  try {
    url = new URL(value, base);
    pathname = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  // The parser turns `\` into `/` and drops tabs and newlines, so only its result counts.
  if (url.origin !== base || url.pathname.startsWith("//")) return null;
  if (ENTRANCE.test(pathname)) return null;
  return url.pathname + url.search + url.hash;
};

/** The pages for buying a membership, for providers only. */
const isMembershipPage = ({ pathname }: { pathname: string }): boolean =>
  pathname === "/membership";

/**
 * `/login?return=…` for the page where a person was stopped, with the provider's tab for the membership.
 */
export const loginPath = (url: { pathname: string; search: string }): string =>
  `/login?${isMembershipPage(url) ? "type=provider&" : ""}return=${encodeURIComponent(url.pathname + url.search)}`;

/** A page on the way, with `return`: the page where the person was stopped. */
export const withReturn = (path: string, target: string | null): string =>
  target ? `${path}${path.includes("?") ? "&" : "?"}return=${encodeURIComponent(target)}` : path;

/** `/two-step?return=…`: where a person completes the second step, then continues. */
export const secondStepPath = (target: string | null): string => withReturn("/two-step", target);
