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

/** Whether a response's `Cache-Control` keeps it from everybody but its caller. */
export const isPrivate = (header: string | null): boolean => {
  const given = directives(header);
  return ["private", "no-store", "no-cache"].some((each) => given.has(each));
};

/**
 * The header of a response that this cache stores. No cache further out may use it without asking: nobody
 * could invalidate that one.
 */
export const REVALIDATED = "public, max-age=0";

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
