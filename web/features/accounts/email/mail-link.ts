import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { claimsOf } from "#web/session/token-claims.ts";
import { toast } from "#web/ui/toast.ts";

/** The link that the page was opened with; undefined until the browser has read its fragment. */
export const useMailLink = (): MailLink | null | undefined => {
  const [query] = useSearchParams();
  const [hash, setHash] = useState<string>();
  useEffect(() => setHash(window.location.hash), []);
  const search = query.toString();
  const [link, setLink] = useState<MailLink | null>();
  useEffect(() => {
    if (hash === undefined) return;
    const found = readLink(search, hash);
    setLink(found);
    if (!isStale(found)) return;
    toast({
      title: "This link is more than two minutes old",
      description: "If you didn't ask for it just now, request a new one.",
    });
  }, [search, hash]);
  return link;
};

/** The contents of a link from one of our mails (or a hosted Supabase's), in its query or fragment. */
export type MailLink =
  | { kind: "token-hash"; tokenHash: string; type: LinkType }
  | { kind: "tokens"; accessToken: string; refreshToken: string; type: LinkType }
  | { kind: "error"; description: string };

type LinkType = "signup" | "email_change" | "magiclink" | "recovery" | "invite";

const TYPES: readonly string[] = ["signup", "email_change", "magiclink", "recovery", "invite"];
const isLinkType = (type: string | null): type is LinkType => TYPES.includes(type ?? "");

/** The longest error text from an address that is shown: others wrote it. */
const LONGEST_ERROR = 200;

/**
 * Parses a link: an error first, then a token to redeem, then a pair of tokens. An unknown type reads as
 * sign-up, or as recovery on the reset page (where an access token alone is enough). Null if the address
 * contains none of these.
 *
 * @param search the query with its `?`; @param hash the fragment with its `#`
 */
export const readLink = (search: string, hash: string): MailLink | null => {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const read = (name: string) => query.get(name) || fragment.get(name);
  if (read("error") || read("error_code") || read("error_description")) {
    const description = (read("error_description") ?? "").slice(0, LONGEST_ERROR);
    return { kind: "error", description };
  }
  const isReset = query.get("mode") === "reset";
  const named = read("type") ?? (isReset ? "recovery" : null);
  const type = isLinkType(named) ? named : "signup";
  const tokenHash = read("token_hash");
  if (tokenHash) return { kind: "token-hash", tokenHash, type };
  const accessToken = read("access_token");
  const refreshToken = read("refresh_token");
  if (accessToken && (refreshToken || isReset)) {
    return { kind: "tokens", accessToken, refreshToken: refreshToken ?? "", type };
  }
  return null;
};

/**
 * The person that these tokens name: enough to ask before using them, but no proof. Null if it cannot be
 * read.
 */
export const ownerOf = (accessToken: string): { id: string; email: string } | null => {
  const { sub, email } = claimsOf(accessToken) ?? {};
  return typeof sub === "string" && typeof email === "string" ? { id: sub, email } : null;
};

/** Seconds from which a session in an address is no longer fresh (spec 1 section 9). */
const FRESH_SECONDS = 120;

/** Whether the link carries a session that was made a while ago: a copied or remembered address. */
export const isStale = (link: MailLink | null, now = Date.now()): boolean => {
  const issuedAt = link?.kind === "tokens" && claimsOf(link.accessToken)?.iat;
  return typeof issuedAt === "number" && now / 1000 - issuedAt > FRESH_SECONDS;
};
