import type { DirectoryResult, ProviderCard } from "#domain/providers-results.ts";

export type { ProviderCard } from "#domain/providers-results.ts";

import type { Db } from "#web/session/database.ts";

const DIRECTORY_PAGE = 20;

/** The last page; nobody turns more, and the database counts no further. */
const LAST_PAGE = 500;

/** The orders of the directory, each with an accurate description. */
export const SORTS = {
  relevance: {
    label: "Best match",
    why: "Closest matches first: a name, trade, skill or town counts for more than a mention. Equal matches rotate daily.",
  },
  newest: { label: "Newest", why: "Newest members first." },
  distance: {
    label: "Nearest",
    why: "Nearest first. Professionals in the same town rotate daily.",
  },
  rating: {
    label: "Highest rated",
    why: "Highest rated first. Each average counts five extra ratings of 4 stars, so one review can't outweigh many. Equal ratings rotate daily.",
  },
} as const;
export type Sort = keyof typeof SORTS;

/** The distances in miles that the filter offers. */
export const RADII = [5, 10, 25, 50, 100] as const;

/** The search in the address of /directory (spec 2 section 2). */
export interface DirectorySearch {
  service: string;
  location: string;
  category: string;
  /** Miles around the location; without it the location is matched as part of a place's name. */
  within?: number;
  /** Left out of the address if it is the first of `SORTS`. */
  sort?: Sort;
  page: number;
}

export interface DirectoryPage extends DirectoryResult {
  /** Nothing matched, so everybody is shown. */
  fallback: boolean;
  /** Nobody is listed, so a trial shows providers without membership, or an invented one (P-13). */
  test?: "profiles" | "made up";
}

/** The number of pages; one if nobody is listed. */
export const pageCountOf = ({ total }: Pick<DirectoryPage, "total">): number =>
  Math.min(Math.max(1, Math.ceil(total / DIRECTORY_PAGE)), LAST_PAGE);

const sortOf = (text: string | null): Sort =>
  text !== null && Object.hasOwn(SORTS, text) ? (text as Sort) : "relevance";

const milesOf = (text: string | null): number | undefined => {
  const miles = /^\d{1,3}$/.test(text ?? "") ? Number(text) : 0;
  return miles >= 1 && miles <= 200 ? miles : undefined;
};

/** A location that contains its own distance: 'within 10 miles of LS6'. */
const SPOKEN = /^within\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$/i;

export const readSearch = (params: URLSearchParams): DirectorySearch => {
  const typed = params.get("location")?.trim() ?? "";
  const [, spoken = params.get("within"), location = typed] = SPOKEN.exec(typed) ?? [];
  const within = milesOf(spoken);
  return {
    service: params.get("service")?.trim() ?? "",
    location,
    category: params.get("category")?.trim() ?? "",
    ...(within && { within }),
    sort: sortOf(params.get("sort")),
    page: Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), LAST_PAGE),
  };
};

/** The address's query for a search, without empty filters. */
export const writeSearch = (search: Partial<DirectorySearch>): string => {
  const params = new URLSearchParams();
  for (const key of ["service", "location", "category"] as const) {
    if (search[key]) params.set(key, search[key]);
  }
  if (search.within && search.location) params.set("within", String(search.within));
  if (search.sort && search.sort !== "relevance") params.set("sort", search.sort);
  if (search.page && search.page > 1) params.set("page", String(search.page));
  const query = params.toString();
  return query ? `?${query}` : "";
};

const IN_TURN = "The order changes daily so everyone gets a turn.";

/** An accurate reason for the order: without words to match or a place to measure from, all are equal. */
export const orderReason = (
  { service, location, sort = "relevance" }: DirectorySearch,
  measured = Boolean(location),
): string => {
  const real = sort === "distance" && !measured ? "relevance" : sort;
  const why = real === "relevance" && !service ? IN_TURN : SORTS[real].why;
  return `${why} Nobody can pay for a higher place.`;
};

/** Why a provider has this position, if words decided it; stars and miles explain themselves. */
export const matchReason = ({ named }: ProviderCard): string | null =>
  typeof named !== "boolean"
    ? null
    : named
      ? "Matches the name, trade, skills or town"
      : "Matches the description";

/** A distance as shown on a card. */
export const distanceText = (miles: number): string =>
  miles < 1 ? "Less than a mile away" : `${miles} ${miles === 1 ? "mile" : "miles"} away`;

const hasFilters = (search: DirectorySearch): boolean =>
  Boolean(search.service || search.location || search.category);

const search = async (
  db: Db,
  { service, location, category, sort, page, within }: DirectorySearch,
) => {
  const { data, error } = await db.rpc(
    "search_providers",
    {
      service,
      location,
      category,
      page_size: DIRECTORY_PAGE,
      page_offset: (page - 1) * DIRECTORY_PAGE,
      sort: sort ?? "relevance",
      ...(within && { within }),
    },
    { get: true },
  );
  if (error) throw error;
  return data;
};

/** An invented provider, so that a trial's empty directory shows something (spec 2 section 4). */
const MADE_UP: ProviderCard = {
  user_id: "00000000-0000-4000-8000-000000000000",
  name: "Test Provider",
  title: "Test data",
  bio: "Nobody is listed in this trial yet. This card shows what a professional will look like.",
  image_url: null,
  business_name: null,
  location: null,
  rating_average: null,
  rating_count: 0,
};

/** What a trial shows while nobody is listed. Outside a trial the database returns nobody. */
const testDirectory = async (db: Db): Promise<DirectoryPage> => {
  const { data, error } = await db.rpc("trial_providers", undefined, { get: true });
  if (error) throw error;
  const providers = data.length > 0 ? data : [MADE_UP];
  const test = data.length > 0 ? "profiles" : "made up";
  return { total: providers.length, providers, fallback: false, test };
};

/**
 * One page of the directory. If the filters match nobody, everybody is shown with a warning (spec 2 section
 * 2, Directory).
 */
export const loadDirectory = async (
  db: Db,
  requested: DirectorySearch,
  trial = false,
): Promise<DirectoryPage> => {
  const found = await search(db, requested);
  if (found.total > 0) return { ...found, fallback: false };
  const fallback = hasFilters(requested);
  const { sort, page } = requested;
  const everybody = fallback
    ? await search(db, { service: "", location: "", category: "", sort, page })
    : found;
  if (trial && everybody.total === 0) return { ...(await testDirectory(db)), fallback };
  return { ...everybody, fallback };
};
