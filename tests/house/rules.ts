/**
 * Who may import whom (docs/architecture.md). A place is the longest prefix that matches; `self` means the
 * importing place itself. Packages from the registry are free, except for `web`, where the browser loads
 * them.
 */
interface Place {
  prefix: string;
  may: readonly string[];
}

const TYPES = "supabase/database.ts";

const PLACES: readonly Place[] = [
  { prefix: "domain/", may: ["self"] },
  { prefix: "web/ui/", may: ["self", "domain/site/messages.ts"] },
  ...["web/ui/admin/", "web/ui/connected/", "web/ui/pictures/"].map((prefix) => ({
    prefix,
    may: ["web/ui/", "web/session/", "domain/", TYPES],
  })),
  { prefix: "web/session/", may: ["self", "domain/", TYPES] },
  { prefix: "web/features/", may: ["web/ui/", "web/session/", "domain/", TYPES] },
  { prefix: "web/shell/", may: ["self", "web/features/", "web/session/", "web/ui/", "domain/"] },
  {
    prefix: "web/routes/",
    may: ["web/shell/", "web/features/", "web/session/", "web/ui/", "domain/"],
  },
  {
    prefix: "web/",
    may: ["web/shell/", "web/features/", "web/session/", "web/ui/", "web/app.css", "domain/"],
  },
  { prefix: "backend/core/", may: ["self"] },
  { prefix: "backend/auth/", may: ["self", "backend/core/"] },
  { prefix: "backend/rest/", may: ["self", "backend/core/"] },
  { prefix: "backend/storage/", may: ["self", "backend/core/"] },
  { prefix: "backend/functions/", may: ["self", "backend/core/"] },
  { prefix: "backend/realtime/", may: ["self", "backend/core/"] },
  { prefix: "backend/mailbox/", may: ["self", "backend/core/"] },
  { prefix: "backend/", may: ["backend/"] },
  { prefix: "supabase/functions/_shared/", may: ["self", "domain/", TYPES] },
  { prefix: "supabase/functions/", may: ["supabase/functions/_shared/", "domain/", TYPES] },
  { prefix: "supabase/sample/", may: ["self", "domain/"] },
  {
    prefix: "server/",
    may: ["self", "web/session/", "backend/exports/", "supabase/sample/", "domain/", TYPES],
  },
  { prefix: "tests/", may: ["tests/", "backend/", "domain/", "server/", "web/session/", TYPES] },
];

const placeOf = (file: string): Place | undefined =>
  PLACES.filter(({ prefix }) => file.startsWith(prefix)).sort(
    (a, b) => b.prefix.length - a.prefix.length,
  )[0];

/**
 * The marketplace's nouns, the same list in every layer (docs/architecture.md); a new one is a decision.
 */
const NOUNS =
  "accounts|providers|jobs|feedback|enquiries|membership|categories|businesses|reports|notifications|search|statistics|audit|site";

/** Where each noun has a folder. */
const BY_NOUN: readonly RegExp[] = [
  /^web\/features\/([^/]+)/,
  /^domain\/(?!values\/)([^/]+)/,
  /^tests\/(?:security|e2e)\/(.+\.(?:test|spec)\.ts)$/,
];

/** Whether a file should be in the folder of a noun and is not. */
export const isUnnamed = (file: string): boolean =>
  BY_NOUN.some((place) => {
    const [, name] = place.exec(file) ?? [];
    return name !== undefined && !new RegExp(`^(?:${NOUNS})(?:/|$)`).test(name);
  });

/** The feature a file of `web/features` belongs to. */
export const featureOf = (file: string) => /^web\/features\/([^/]+)\//.exec(file)?.[1];

/** The function that a file of `supabase/functions` is part of. */
const functionOf = (file: string) => /^supabase\/functions\/([^/]+)\//.exec(file)?.[1];

/**
 * Why `from` may not import `to` (both from the root of the repository), or null if it may. A feature may
 * import its own files, and of a sibling only `index.ts`. A route may import no other route.
 */
export const refusal = (from: string, to: string): string | null => {
  if (/\.test\.tsx?$/.test(from) || /\.bench\.ts$/.test(from)) return null;
  const place = placeOf(from);
  if (!place) return null;
  const [mine, theirs] = [featureOf(from), featureOf(to)];
  if (mine && theirs) {
    if (mine === theirs || /^web\/features\/[^/]+\/index\.ts$/.test(to)) return null;
    return "a sibling feature is entered through its index.ts";
  }
  if (from.startsWith("web/") && to.includes("/+types/")) return null;
  if (functionOf(from) && functionOf(from) === functionOf(to)) return null;
  const allowed = place.may.some((prefix) =>
    prefix === "self" ? placeOf(to) === place : to.startsWith(prefix),
  );
  return allowed ? null : `${place.prefix} may import ${place.may.join(", ")}`;
};

/** Words of the marketplace: the backend serves any project and must name none of them. */
export const MARKETPLACE_WORDS =
  /\b(solutionz|marketplace|(public_)?providers?_(profile|categor|director|listing)\w*|membership\w*|feedback\w*|jobs?_\w+|subscribers|saved_\w+|FIRST100|coupon\w*)\b/i;
