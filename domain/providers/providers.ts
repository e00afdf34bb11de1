import { firstOf, lengthOf } from "#domain/values/characters.ts";
/** Characters of a bio on a card (spec 2 section 9). */
export const BIO_ON_CARD = 100;

/** Cuts at the last space before the limit, with an ellipsis; short text is unchanged. */
export const truncate = (text: string, longest: number): string => {
  if (lengthOf(text) <= longest) return text;
  const cut = firstOf(text, longest);
  const space = cut.lastIndexOf(" ");
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).replace(/[\s,.;:–-]+$/, "")}…`;
};

/** A provider's name: the business, otherwise the person. */
export const displayName = (provider: { business_name: string | null; name: string }): string =>
  provider.business_name || provider.name;

/** The networks with their own icon, by name; any other key is shown as a plain link. */
export const SOCIAL_NETWORKS = {
  website: "Website",
  linkedin: "LinkedIn",
  twitter: "X (Twitter)",
  instagram: "Instagram",
  facebook: "Facebook",
  youtube: "YouTube",
  tiktok: "TikTok",
} as const;
export type SocialNetwork = keyof typeof SOCIAL_NETWORKS;

/**
 * The links that were filled in. A stored value that is missing, not an object or a list counts as none
 * (spec 1 section 3). Only web addresses are returned, whatever is stored.
 */
export const socialLinks = (stored: unknown): { network: string; url: string }[] => {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return [];
  return Object.entries(stored).flatMap(([network, url]) =>
    typeof url === "string" && /^https?:\/\//i.test(url) ? [{ network, url }] : [],
  );
};

/** A skill as stored in profiles.skills. */
export interface Skill {
  name: string;
  category: string;
}

/** Stored skills; values of another shape are left out. */
export const skillsOf = (stored: unknown): Skill[] =>
  (Array.isArray(stored) ? stored : []).flatMap((entry: unknown) => {
    if (entry === null || typeof entry !== "object") return [];
    const { name, category } = entry as { name?: unknown; category?: unknown };
    if (typeof name !== "string" || name.trim() === "") return [];
    return [{ name: name.trim(), category: typeof category === "string" ? category : "" }];
  });
