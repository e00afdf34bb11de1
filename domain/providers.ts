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

export interface MediaItem {
  id: string;
  url: string;
  type: "image" | "video";
  filename: string;
}

export interface WorkSample {
  id: string;
  title: string;
  media: MediaItem[];
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** A web address, or the path of a public file of ours (private.valid_file_address says the same). */
const FILE_ADDRESS = /^(https?:\/|\/storage\/v1\/object\/public)\/\S+$/i;

/** Stored work samples in their present shape; an older `imageUrl` becomes one image (spec 2 section 3). */
export const workSamples = (stored: unknown): WorkSample[] => {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((sample: Record<string, unknown> | null) => {
    if (typeof sample !== "object" || sample === null) return [];
    const id = text(sample.id);
    const media: MediaItem[] = Array.isArray(sample.media)
      ? sample.media.map((item: Record<string, unknown>) => ({
          id: text(item.id),
          url: text(item.url),
          type: item.type === "video" ? "video" : "image",
          filename: text(item.filename),
        }))
      : [{ id, url: text(sample.imageUrl), type: "image", filename: "" }];
    return [
      {
        id,
        title: text(sample.title),
        media: media.filter((item) => FILE_ADDRESS.test(item.url)),
      },
    ];
  });
};
