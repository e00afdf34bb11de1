import { socialLinks, type WorkSample, workSamples } from "#domain/providers.ts";
import type { Db } from "#web/session/site.ts";

export const DIRECTORY_PAGE = 20;

/** Nobody turns more pages than this; the database counts no further either. */
export const LAST_PAGE = 500;

/** The orders that the directory offers, each with what it truly does. */
export const SORTS = {
  relevance: {
    label: "Best match",
    why: "Best match first: whoever names what you searched for as their trade, skill, name or town comes before those who only mention it; among equals, the newest.",
  },
  newest: { label: "Newest", why: "Newest members first." },
  rating: {
    label: "Highest rated",
    why: "Highest rated first. Each average counts five extra ratings of 4 stars, so that one review cannot outweigh many; among equals, the newest.",
  },
} as const;
export type Sort = keyof typeof SORTS;

/** What the address of /directory says (spec 2 section 2). */
export interface DirectorySearch {
  service: string;
  location: string;
  category: string;
  /** Left out of the address while it is the first of `SORTS`. */
  sort?: Sort;
  page: number;
}

/** A listed provider as a card shows it. */
export interface ProviderCard {
  user_id: string;
  name: string;
  title: string | null;
  bio: string | null;
  image_url: string | null;
  business_name: string | null;
  location: string | null;
  rating_average: number | null;
  rating_count: number;
}

export interface DirectoryPage {
  total: number;
  /** There are more than `total` says: a wide search is counted up to a thousand. */
  capped?: boolean;
  /** What was searched for in place of what was typed, when a word was unknown and a near one is not. */
  corrected?: string | null;
  providers: ProviderCard[];
  /** Nothing matched, so everybody is shown instead. */
  fallback: boolean;
}

const sortOf = (text: string | null): Sort =>
  text !== null && Object.hasOwn(SORTS, text) ? (text as Sort) : "relevance";

export const readSearch = (params: URLSearchParams): DirectorySearch => ({
  service: params.get("service")?.trim() ?? "",
  location: params.get("location")?.trim() ?? "",
  category: params.get("category")?.trim() ?? "",
  sort: sortOf(params.get("sort")),
  page: Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), LAST_PAGE),
});

/** The address's query for a search; empty filters are left out. */
export const writeSearch = (search: Partial<DirectorySearch>): string => {
  const params = new URLSearchParams();
  for (const key of ["service", "location", "category"] as const) {
    if (search[key]) params.set(key, search[key]);
  }
  if (search.sort && search.sort !== "relevance") params.set("sort", search.sort);
  if (search.page && search.page > 1) params.set("page", String(search.page));
  const query = params.toString();
  return query ? `?${query}` : "";
};

/** Why the providers stand in this order, truthfully: without words to match, the best match is the newest. */
export const whyThisOrder = ({ service, sort = "relevance" }: DirectorySearch): string =>
  `${SORTS[sort === "relevance" && !service ? "newest" : sort].why} Nobody can pay for a higher place.`;

export const hasFilters = (search: DirectorySearch): boolean =>
  Boolean(search.service || search.location || search.category);

const search = async (db: Db, { service, location, category, sort, page }: DirectorySearch) => {
  const { data, error } = await db.rpc(
    "search_providers",
    {
      service,
      location,
      category,
      page_size: DIRECTORY_PAGE,
      page_offset: (page - 1) * DIRECTORY_PAGE,
      sort: sort ?? "relevance",
    },
    { get: true },
  );
  if (error) throw error;
  return data as unknown as Omit<DirectoryPage, "fallback">;
};

/**
 * One page of the directory. Filters that match nobody give everybody instead, with a warning
 * (spec 2 section 2, Directory).
 */
export const loadDirectory = async (db: Db, wanted: DirectorySearch): Promise<DirectoryPage> => {
  const found = await search(db, wanted);
  if (found.total > 0 || !hasFilters(wanted)) return { ...found, fallback: false };
  const everybody = await search(db, { ...wanted, service: "", location: "", category: "" });
  return { ...everybody, fallback: true };
};

/** Everything that a provider's page shows. */
export interface ProviderProfile {
  id: string;
  firstName: string;
  lastName: string;
  name: string;
  businessName: string | null;
  title: string | null;
  bio: string | null;
  location: string | null;
  phone: string | null;
  imageUrl: string | null;
  joined: string;
  selections: string[];
  skills: { name: string; category: string }[];
  links: { network: string; url: string }[];
  samples: WorkSample[];
  ratingAverage: number | null;
  ratingCount: number;
  /** False only for an owner who looks at a profile that the directory does not show. */
  listed: boolean;
  /** What only the owner is shown, to edit it; null for everybody else. */
  own: OwnFields | null;
}

export interface OwnFields {
  /** Which version of the row this is: an edit is only written over the one that was read. */
  updatedAt: string;
  phone: string;
  showPhone: boolean;
  /** As stored, with networks that have no field. */
  socialLinks: unknown;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an address's id can be anybody's at all. */
export const isProviderId = (id: string): boolean => UUID.test(id);

/** A provider as the public sees it, or null when there is nobody to be seen under this id. */
export const loadProvider = async (db: Db, id: string): Promise<ProviderProfile | null> => {
  if (!isProviderId(id)) return null;
  const { data, error } = await db
    .from("public_providers")
    .select("*")
    .eq("user_id", id)
    .maybeSingle();
  if (error) throw error;
  if (!data) return null;
  return {
    id,
    firstName: data.first_name ?? "",
    lastName: data.last_name ?? "",
    name: data.name ?? "",
    businessName: data.business_name,
    title: data.title,
    bio: data.bio,
    location: data.location,
    phone: data.phone_number,
    imageUrl: data.image_url,
    joined: data.created_at ?? "",
    selections: data.selections ?? [],
    skills: (data.skills ?? []) as ProviderProfile["skills"],
    links: socialLinks(data.social_links),
    samples: workSamples(data.work_samples),
    ratingAverage: data.rating_average,
    ratingCount: data.rating_count ?? 0,
    listed: true,
    own: null,
  };
};

/** The owner's own profile, shown to them also while it is hidden, inactive or without membership. */
export const loadOwnProvider = async (db: Db, id: string): Promise<ProviderProfile | null> => {
  const [listed, { data, error }] = await Promise.all([
    loadProvider(db, id),
    db.from("profiles").select("*").eq("id", id).maybeSingle(),
  ]);
  if (error) throw error;
  if (data?.account_type !== "provider") return listed;
  return {
    id,
    firstName: data.first_name,
    lastName: data.last_name,
    name: `${data.first_name} ${data.last_name}`.trim(),
    businessName: data.business_name,
    title: listed?.title ?? null,
    bio: data.bio,
    location: data.location,
    phone: data.show_phone ? data.phone_number : null,
    imageUrl: data.profile_image_url,
    joined: data.created_at,
    selections: data.categories,
    skills: (data.skills ?? []) as ProviderProfile["skills"],
    links: socialLinks(data.social_links),
    samples: workSamples(data.work_samples),
    ratingAverage: listed?.ratingAverage ?? null,
    ratingCount: listed?.ratingCount ?? 0,
    listed: listed !== null,
    own: {
      updatedAt: data.updated_at,
      phone: data.phone_number ?? "",
      showPhone: data.show_phone,
      socialLinks: data.social_links,
    },
  };
};
