import type { AuthConfig } from "#backend/core/project/project.ts";

/** Escapes what is special in a regular expression. */
const literal = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/**
 * A pattern of `additional_redirect_urls` in GoTrue's syntax: `*` is any run of characters except `.` and
 * `/`, `**` any run at all, `?` one character except those, `[a-z]` / `[!a-z]` one of a set, `{a,b}` one of
 * several texts, `\` makes the next character literal.
 */
export const globToRegExp = (glob: string): RegExp => {
  let source = "";
  let braces = 0;
  for (let i = 0; i < glob.length; i += 1) {
    const character = glob[i] ?? "";
    const rest = glob.slice(i);
    const set = /^\[(!?)([^\]]+)\]/.exec(rest);
    if (rest.startsWith("**")) {
      source += ".*";
      i += 1;
    } else if (character === "*") source += "[^./]*";
    else if (character === "?") source += "[^./]";
    else if (character === "\\" && i + 1 < glob.length) {
      i += 1;
      source += literal(glob[i] ?? "");
    } else if (set) {
      const [whole, not, members = ""] = set;
      source += `[${not ? "^" : ""}${members.replace(/[\\^[\]]/g, "\\$&")}]`;
      i += whole.length - 1;
    } else if (character === "{") {
      braces += 1;
      source += "(?:";
    } else if (character === "}" && braces > 0) {
      braces -= 1;
      source += ")";
    } else if (character === "," && braces > 0) source += "|";
    else source += literal(character);
  }
  return new RegExp(`^${source}${")".repeat(braces)}$`);
};

/** Schemes that run or read something locally instead of opening a site. */
const NEVER = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "blob:",
  "about:",
  "filesystem:",
]);

/**
 * An absolute URL, or null. Browsers accept much that other parsers read differently (`https:evil`,
 * `/\evil`, tabs inside, a user name before an @); none of it is allowed.
 */
const parseStrictly = (value: string): URL | null => {
  if (value.length > 2048 || !/^[a-z][a-z0-9+.-]*:\/\/[^/\\?#]/i.test(value)) return null;
  for (const character of value) {
    if (character <= " " || character === "\\" || character === "\u007f") return null;
  }
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  return NEVER.has(url.protocol) || url.username || url.password ? null : url;
};

/**
 * Where a person goes after a link: the requested address if it belongs to the site or matches
 * `additional_redirect_urls`, otherwise the site.
 */
export const allowedRedirect = (
  requested: string | null | undefined,
  config: AuthConfig,
): string => {
  const url = requested ? parseStrictly(requested) : null;
  if (!requested || !url) return config.siteUrl;
  if (URL.canParse(config.siteUrl)) {
    const site = new URL(config.siteUrl);
    if (/^https?:$/.test(site.protocol) && url.origin === site.origin) return requested;
  }
  const [plain = ""] = url.href.split("#");
  const candidates = [plain, requested.split("#")[0] ?? "", plain.replace(/\/$/, "")];
  const matches = config.additionalRedirectUrls.some((pattern) => {
    const expression = globToRegExp(pattern);
    return candidates.some((candidate) => expression.test(candidate));
  });
  return matches ? requested : config.siteUrl;
};

/** The redirect that a request wants: query parameter or header `redirect_to`, made safe. */
export const redirectOf = (request: Request, url: URL, config: AuthConfig): string =>
  allowedRedirect(
    url.searchParams.get("redirect_to") ?? request.headers.get("redirect_to"),
    config,
  );

/** The address with the values as its fragment, and also in its query if `query` is set. */
export const redirectWith = (
  target: string,
  values: Record<string, string>,
  { query = false, fragment = true }: { query?: boolean; fragment?: boolean } = {},
): string => {
  const url = new URL(target);
  const pairs = new URLSearchParams(values);
  if (query) for (const [name, value] of pairs) url.searchParams.set(name, value);
  if (fragment) url.hash = pairs.toString();
  // An address without a path is not given one: an application may compare it exactly.
  const bare = /^[^:]+:\/\/[^/?#]+(?=$|[?#])/.exec(target)?.[0];
  return bare ? bare + url.href.slice(url.href.search(/[?#]|$/)) : url.href;
};
