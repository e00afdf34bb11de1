/** Cards show this much of a bio (spec 2 section 9). */
export const BIO_ON_CARD = 100;

/** Cut at the last space before the limit, with an ellipsis; short text stays as it is. */
export const truncate = (text: string, longest: number): string => {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  const space = cut.lastIndexOf(" ");
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).replace(/[\s,.;:–-]+$/, "")}…`;
};

/** What a provider is called: the business, else the person. */
export const displayName = (provider: { business_name: string | null; name: string }): string =>
  provider.business_name || provider.name;

/** The networks that have an icon of their own; any other key is shown as a plain link. */
export const SOCIAL_NETWORKS = [
  "website",
  "linkedin",
  "twitter",
  "instagram",
  "facebook",
  "youtube",
  "tiktok",
] as const;

/**
 * The links that were filled in. A stored value that is missing, not an object or a list counts as
 * none (spec 1 section 3), and only web addresses come through, whatever is stored.
 */
export const socialLinks = (stored: unknown): { network: string; url: string }[] => {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return [];
  return Object.entries(stored).flatMap(([network, url]) =>
    typeof url === "string" && /^https?:\/\//i.test(url) ? [{ network, url }] : [],
  );
};
