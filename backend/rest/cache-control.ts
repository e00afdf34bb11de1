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

const UNCACHEABLE = ["private", "no-store", "no-cache"];

/**
 * For how many seconds a `Cache-Control` lets shared caches store a response; 0 for not at all. Both
 * `public` and `s-maxage` are required: directives for browsers alone do not concern us.
 */
export const sharedMaxAge = (header: string | null): number => {
  const given = directives(header);
  if (!given.has("public") || UNCACHEABLE.some((each) => given.has(each))) return 0;
  return wholeNumber(given.get("s-maxage")) ?? 0;
};

/** The line `Cache-Control: …` in a table's or view's comment, which applies to responses made from it. */
export const cacheControlIn = (comment: string): string | null =>
  /^cache-control:(.*)$/im.exec(comment)?.[1] ?? null;

/**
 * The header of a response that shared caches may store for so many seconds; browsers revalidate each time.
 */
export const sharedCacheControl = (seconds: number): string =>
  `public, max-age=0, s-maxage=${seconds}`;

/**
 * The same header without the directives for this cache. A cache further out would obey them too, and could
 * not be invalidated.
 */
export const withoutSharedMaxAge = (header: string): string =>
  header
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/^s-maxage\b/i.test(part))
    .join(", ") || "no-cache";

/**
 * The caller's wishes about caches: how old a cached response may be, in seconds (0 for a fresh one), and
 * whether to store one.
 */
export const cacheRequestOf = (headers: Headers): { oldest: number; mayStore: boolean } => {
  const header = headers.get("cache-control");
  if (header === null) return { oldest: headers.has("pragma") ? 0 : Infinity, mayStore: true };
  const given = directives(header);
  if (given.has("no-store")) return { oldest: 0, mayStore: false };
  if (given.has("no-cache")) return { oldest: 0, mayStore: true };
  return { oldest: wholeNumber(given.get("max-age")) ?? Infinity, mayStore: true };
};
