/**
 * A path of this site out of a query parameter, or null. Anything that a browser could read as
 * another origin is refused (`//evil`, `https:evil`, `/\evil`, control characters; P-06).
 */
export const safePath = (value: string | null): string | null => {
  if (!value?.startsWith("/")) return null;
  const base = "https://site.invalid";
  let url: URL;
  try {
    url = new URL(value, base);
  } catch {
    return null;
  }
  // The parser turns `\` into `/` and drops tabs and newlines, so only its own answer counts.
  if (url.origin !== base || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
};

/** What a membership is bought at, by providers alone. */
export const isMembershipPage = ({ pathname }: { pathname: string }): boolean =>
  pathname === "/membership";

/** `/login?return=…` for the place where somebody was stopped, on the provider's tab for the membership. */
export const loginPath = (url: URL): string =>
  `/login?${isMembershipPage(url) ? "type=provider&" : ""}return=${encodeURIComponent(url.pathname + url.search)}`;

/** `/two-step?return=…`: where somebody shows the second factor, and goes on from there. */
export const secondStepPath = (target: string | null): string =>
  target ? `/two-step?return=${encodeURIComponent(target)}` : "/two-step";
