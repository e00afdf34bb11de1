import { labelOf } from "#domain/categories/categories.ts";
import { BIO_ON_CARD, truncate } from "#domain/providers/providers.ts";
import type { DirectoryResult, ProviderCard } from "#domain/providers/results.ts";
import { plainDigits } from "#domain/values/numbers.ts";
import { RADII, readMiles } from "#domain/values/places.ts";

export type { ProviderCard } from "#domain/providers/results.ts";

import type { Db } from "#web/session/database.ts";
import type { Impression } from "#web/session/site.ts";

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
    why: "Highest rated first, weighted by number of reviews.",
  },
} as const;
export type Sort = keyof typeof SORTS;

/** The distance around a place if nobody chose one. */
export const USUAL_MILES = 10;

/** Fewer results than these are followed by others from a little further away. */
export const FEW = 6;

/** The search in the address of /directory (spec 2 section 2). */
export interface DirectorySearch {
  service: string;
  location: string;
  category: string;
  /**
   * Miles around the location, `USUAL_MILES` if nobody chose. With 0, or if the place is unknown, the location is
   * matched as part of a place's name.
   */
  within?: number;
  /** Only those whose area covers the location. */
  covering?: boolean;
  /** Left out of the address if it is the first of `SORTS`. */
  sort?: Sort;
  page: number;
}

export interface DirectoryPage extends DirectoryResult {
  /** Nothing matched, so everybody is shown. */
  fallback: boolean;
  /** The postcode, or the place that areas should cover, is not known. */
  unplaced?: boolean;
  /** If few matched: the nearest of those beyond the distance. */
  further?: readonly ProviderCard[];
  /** Nobody is listed, so a trial shows providers without membership, or an invented one (P-13). */
  test?: "profiles" | "made up";
}

/** The number of pages; one if nobody is listed. */
export const pageCountOf = ({ total }: Pick<DirectoryPage, "total">): number =>
  Math.min(Math.max(1, Math.ceil(total / DIRECTORY_PAGE)), LAST_PAGE);

const sortOf = (text: string | null): Sort =>
  text !== null && Object.hasOwn(SORTS, text) ? (text as Sort) : "relevance";

/** Instead of a distance: those whose area covers the location. */
export const COVERING = "covers";

/** A location that contains its own distance: 'within 10 miles of LS6'. */
const SPOKEN = /^within\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$/i;

export const readSearch = (params: URLSearchParams): DirectorySearch => {
  const typed = params.get("location")?.trim() ?? "";
  const [, spoken = params.get("within"), location = typed] = SPOKEN.exec(plainDigits(typed)) ?? [];
  const within = readMiles(spoken);
  return {
    service: params.get("service")?.trim() ?? "",
    location,
    category: params.get("category")?.trim() ?? "",
    ...(within !== undefined && { within }),
    ...(spoken === COVERING && location && { covering: true }),
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
  const { within = USUAL_MILES, location, covering } = search;
  if (location && covering) params.set("within", COVERING);
  else if (location && within !== USUAL_MILES) params.set("within", String(within));
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

/** Why a provider comes after others, if words decided it; trade, stars and miles explain themselves. */
export const matchReason = ({ named }: ProviderCard): string | null =>
  named === false ? "Mentioned in the description" : null;

/** Whether a place as it is shown is a postcode. */
export const isPostcode = (place = ""): boolean => /^[A-Z]{1,2}\d/.test(place);

/** Why somebody further away is found. */
export const coversText = (place = "your area"): string => `Covers ${place}`;

/** Whether it asks for anything but everybody. */
export const isSearch = (search: DirectorySearch): boolean =>
  Boolean(search.service || search.location || search.category);

/** Text that the database can store, which refuses some signs. */
const storable = (text: string): string => text.replace(/[\p{C}\s]+/gu, " ").trim();

/** What is counted when a search found nobody. */
export const foundNobody = ({
  service,
  location,
  category,
}: Pick<DirectorySearch, "service" | "location" | "category">): Impression => ({
  kind: "nobody",
  trade: storable(category ? labelOf(category) : service),
  place: storable(location),
});

const search = async (
  db: Db,
  {
    service,
    location,
    category,
    sort,
    page,
    covering = false,
    within = USUAL_MILES,
  }: DirectorySearch,
  size = DIRECTORY_PAGE,
) => {
  const { data } = await db
    .rpc(
      "search_providers",
      {
        service,
        location,
        category,
        page_size: size,
        page_offset: (page - 1) * size,
        sort: sort ?? "relevance",
        ...(location && within > 0 && { within }),
        ...(covering && { covering }),
      },
      { get: true },
    )
    .throwOnError();
  return { ...data, providers: data.providers.map(forCard) };
};

/** The first of the directory today, and how many are listed. */
export const loadTodaysProviders = (db: Db, number: number): Promise<DirectoryResult> =>
  search(db, EVERYBODY, number);

const EVERYBODY = readSearch(new URLSearchParams());

/** With as much of the description as a card shows, because the data are part of the page. */
export const forCard = (provider: ProviderCard): ProviderCard => ({
  ...provider,
  bio: provider.bio && truncate(provider.bio, BIO_ON_CARD),
});

/** An invented provider, so that a trial's empty directory shows something (spec 2 section 4). */
const MADE_UP: ProviderCard = {
  user_id: "00000000-0000-4000-8000-000000000000",
  name: "Test Provider",
  title: "Test data",
  bio: "No professionals listed in this trial yet. This card shows what one will look like.",
  image_url: null,
  business_name: null,
  location: null,
  rating_average: null,
  rating_count: 0,
};

/** What a trial shows while nobody is listed. Outside a trial the database returns nobody. */
const testDirectory = async (db: Db): Promise<DirectoryPage> => {
  const { data } = await db.rpc("trial_providers", undefined, { get: true }).throwOnError();
  const providers = data.length > 0 ? data.map(forCard) : [MADE_UP];
  const test = data.length > 0 ? "profiles" : "made up";
  return { total: providers.length, providers, fallback: false, test };
};

/** Who else matches, but for the distance: at most `FEW`, the nearest first. */
export const loadFurther = async (
  db: Db,
  requested: DirectorySearch,
  found: readonly ProviderCard[],
): Promise<readonly ProviderCard[]> => {
  const { within = USUAL_MILES, location, page } = requested;
  const wider = RADII.find((miles) => miles >= Math.max(4 * within, USUAL_MILES));
  if (!location || requested.covering || !wider || page > 1) return [];
  const { providers } = await search(db, { ...requested, within: wider, sort: "distance" });
  const shown = new Set(found.map(({ user_id }) => user_id));
  return providers.filter(({ user_id }) => !shown.has(user_id)).slice(0, FEW);
};

/**
 * One page of the directory. If the filters match nobody, everybody is shown with a warning (spec 2 section
 * 2, Directory), after those who match a little further away.
 */
export const loadDirectory = async (
  db: Db,
  requested: DirectorySearch,
  trial = false,
): Promise<DirectoryPage> => {
  const found = await search(db, requested).catch((error: unknown) => {
    if (!requested.covering || Object(error).code !== "22023") throw error;
    return null;
  });
  if (!found)
    return { ...(await loadDirectory(db, EVERYBODY, trial)), fallback: true, unplaced: true };
  const further = found.total < FEW ? await loadFurther(db, requested, found.providers) : [];
  if (found.total > 0) return { ...found, fallback: false, further };
  const fallback = isSearch(requested);
  const { sort, page } = requested;
  const everybody = fallback
    ? await search(db, { service: "", location: "", category: "", sort, page })
    : found;
  if (trial && everybody.total === 0) return { ...(await testDirectory(db)), fallback };
  // Of a place without digits it may only be that nobody is there.
  const unplaced = !found.place && /\d/.test(requested.location);
  return { ...everybody, fallback, further, unplaced };
};
