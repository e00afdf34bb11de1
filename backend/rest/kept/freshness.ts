import { headersOf } from "#backend/kernel/http.ts";

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
 * For how many seconds an answer says that caches shared by everybody may keep it, 0 for not at all. It
 * has to say so twice, `public` and `s-maxage`: what speaks to browsers alone is none of our business.
 */
export const sharedFor = (response: Response): number => {
  const headers = headersOf(response);
  if (response.status !== 200 || headers.has("set-cookie") || headers.get("vary")?.includes("*"))
    return 0;
  const said = directives(headers.get("cache-control"));
  if (!said.has("public") || KEEPS_AWAY.some((each) => said.has(each))) return 0;
  return wholeNumber(said.get("s-maxage")) ?? 0;
};

/**
 * The same header without what was said to us: a cache further out would believe it too, and nobody
 * could tell that one to forget.
 */
export const withoutShare = (header: string): string =>
  header
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/^s-maxage\b/i.test(part))
    .join(", ");

/**
 * What the caller asks of caches: how old a kept answer may be, in seconds (0 when it must be asked for
 * anew), and whether to keep one.
 */
export const asksFor = (headers: Headers): { oldest: number; keep: boolean } => {
  const header = headers.get("cache-control");
  if (header === null) return { oldest: headers.has("pragma") ? 0 : Infinity, keep: true };
  const said = directives(header);
  if (said.has("no-store")) return { oldest: 0, keep: false };
  if (said.has("no-cache")) return { oldest: 0, keep: true };
  return { oldest: wholeNumber(said.get("max-age")) ?? Infinity, keep: true };
};

/** The request headers that an answer says it depends on by its `Vary`, in one order. */
export const variesBy = (header = ""): string[] =>
  header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)
    .toSorted();
