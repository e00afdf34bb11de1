/** The directives of a `Cache-Control` header (RFC 9111 section 5.2), names in lower case. */
const directives = (header: string | null): Map<string, string> =>
  new Map(
    (header ?? "").split(",").flatMap((part): [string, string][] => {
      const [name = "", value = ""] = part.trim().split("=", 2);
      return name ? [[name.toLowerCase(), value.replaceAll('"', "")]] : [];
    }),
  );

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

const KEEPS_AWAY = ["private", "no-store", "no-cache"];

/**
 * For how many seconds a `Cache-Control` lets shared caches keep an answer, 0 for not at all. It has to say
 * so twice, `public` and `s-maxage`: what speaks to browsers alone is none of our business.
 */
export const sharedMaxAge = (header: string | null): number => {
  const given = directives(header);
  if (!given.has("public") || KEEPS_AWAY.some((each) => given.has(each))) return 0;
  return wholeNumber(given.get("s-maxage")) ?? 0;
};

/** What the comment of a table or view says in a line `Cache-Control: …` about answers made of it. */
export const cacheControlIn = (comment: string): string | null =>
  /^cache-control:(.*)$/im.exec(comment)?.[1] ?? null;

/** The header of an answer that shared caches may keep for so many seconds; browsers ask again each time. */
export const sharedCacheControl = (seconds: number): string =>
  `public, max-age=0, s-maxage=${seconds}`;

/**
 * The same header without what was said to us: a cache further out would believe it too, and nobody
 * could tell that one to forget.
 */
export const withoutSharedMaxAge = (header: string): string =>
  header
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/^s-maxage\b/i.test(part))
    .join(", ") || "no-cache";

/**
 * What the caller asks of caches: how old a kept answer may be, in seconds (0 when it must be asked for
 * anew), and whether to keep one.
 */
export const cacheRequestOf = (headers: Headers): { oldest: number; keep: boolean } => {
  const header = headers.get("cache-control");
  if (header === null) return { oldest: headers.has("pragma") ? 0 : Infinity, keep: true };
  const given = directives(header);
  if (given.has("no-store")) return { oldest: 0, keep: false };
  if (given.has("no-cache")) return { oldest: 0, keep: true };
  return { oldest: wholeNumber(given.get("max-age")) ?? Infinity, keep: true };
};
