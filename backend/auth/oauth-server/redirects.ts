import type { OAuthClient } from "./oauth-clients.ts";

/** The machine itself, with or without a port; a path or query must follow. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;

const withoutPort = (uri: string): string | null =>
  LOOPBACK.test(uri) ? uri.replace(LOOPBACK, "$1") : null;

/**
 * Whether people may be redirected to the address with a code: it must be registered exactly. Only the port
 * of an application on the person's own machine may differ, because it uses any free one (RFC 8252 section
 * 7.3, RFC 9700 section 2.1).
 */
export const mayReturnTo = (
  { redirect_uris, client_type }: Pick<OAuthClient, "redirect_uris" | "client_type">,
  requested: string,
): boolean =>
  redirect_uris.split(",").some((registered) => {
    if (registered === requested) return true;
    // Some numbers of five digits are not ports.
    const here =
      client_type === "public" && URL.canParse(requested) ? withoutPort(requested) : null;
    return here !== null && here === withoutPort(registered);
  });

/**
 * Whether only the application itself can be at the address. Then a person who has consented before need
 * not be asked again. Any program on a machine can use its ports and schemes (RFC 8252 section 8.6).
 */
export const isAssured = (client: Pick<OAuthClient, "client_type">, redirectUri: string): boolean =>
  client.client_type === "confidential" || redirectUri.startsWith("https:");

/** The address with these parameters in its query; empty ones are omitted. */
export const returnTo = (redirectUri: string, values: Record<string, string | null>): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, value);
  }
  return url.href;
};
