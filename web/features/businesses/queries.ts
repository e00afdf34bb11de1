import type { ClaimQuestion } from "#domain/businesses/results.ts";
import { firstOf } from "#domain/values/characters.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Db } from "#web/session/database.ts";

export const BUSINESSES_PAGE = 20;

/** The states by which admins filter businesses; the database has the same list. */
export const BUSINESS_STATES = {
  unclaimed: "Unclaimed",
  waiting: "Claim waiting",
  claimed: "Claimed",
} as const;
export type BusinessState = keyof typeof BUSINESS_STATES;

export interface BusinessSearch {
  text: string;
  /** Null for all. */
  state: BusinessState | null;
  page: number;
}

export const readBusinessSearch = (params: URLSearchParams): BusinessSearch => {
  const state = params.get("state") ?? "";
  return {
    text: firstOf(params.get("q")?.trim() ?? "", INPUT_LIMITS.search),
    state: Object.hasOwn(BUSINESS_STATES, state) ? (state as BusinessState) : null,
    page: Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), 50_000),
  };
};

export const writeBusinessSearch = ({ text, state, page }: BusinessSearch): string => {
  const params = new URLSearchParams();
  if (text) params.set("q", text);
  if (state) params.set("state", state);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `?${query}` : "";
};

/** The businesses among these that somebody has claimed and nobody has decided about. */
const loadClaimed = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const { data } = await db
    .from("business_claims")
    .select("business_id")
    .eq("status", "pending")
    .in("business_id", ids)
    .throwOnError();
  return new Set(data.map(({ business_id }) => business_id));
};

/** A part of the businesses that a search finds, and how many it finds in all. */
const find = async (
  db: Db,
  { text, state }: Pick<BusinessSearch, "text" | "state">,
  size: number,
  offset = 0,
) => {
  const { data } = await db
    .rpc("get_admin_businesses", {
      ...(text && { search: text }),
      ...(state && { state }),
      page_size: size,
      page_offset: offset,
    })
    .throwOnError();
  return { businesses: data, total: data[0]?.total_count ?? 0 };
};

/** A page of businesses, how many the search finds in each state, and the claims that wait longest. */
export const loadBusinesses = async (db: Db, search: BusinessSearch) => {
  const [list, claims] = await Promise.all([
    find(db, search, BUSINESSES_PAGE, (search.page - 1) * BUSINESSES_PAGE),
    db.rpc("get_admin_claims").throwOnError(),
  ]);
  const ids = list.businesses.filter((business) => !business.claimed).map(({ id }) => id);
  const totalIn = async (state: BusinessState | null) =>
    state === search.state && list.total > 0
      ? list.total
      : (await find(db, { text: search.text, state }, 1)).total;
  const [pending, all, waiting, claimed] = await Promise.all([
    loadClaimed(db, ids),
    totalIn(null),
    totalIn("waiting"),
    totalIn("claimed"),
  ]);
  return {
    businesses: list.businesses.map((each) => ({ ...each, waits: pending.has(each.id) })),
    total: list.total,
    counts: { all, waiting, claimed, unclaimed: Math.max(all - waiting - claimed, 0) },
    claims: claims.data,
  };
};

export type BusinessList = Awaited<ReturnType<typeof loadBusinesses>>;
export type Business = BusinessList["businesses"][number];
export type Claim = BusinessList["claims"][number];

/** The business of a claim link, or null if the link names none. */
export const loadClaimable = async (db: Db, id: string | null) => {
  if (!isUuid(id)) return null;
  const { data } = await db
    .from("businesses")
    .select("id, business_name, claimed")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
};
export type Claimable = NonNullable<Awaited<ReturnType<typeof loadClaimable>>>;

export type ClaimStatus = "pending" | "approved" | "refused";
export interface OwnClaim {
  id: string;
  business_id: string;
  business_name: string;
  status: ClaimStatus;
}

/** A person's claims, newest first; of one business if `businessId` is given. */
export const loadOwnClaims = async (
  db: Db,
  userId: string,
  businessId?: string,
): Promise<OwnClaim[]> => {
  let question = db
    .from("business_claims")
    .select("id, business_id, status, business:businesses(business_name)")
    .eq("claimant_id", userId);
  if (businessId) question = question.eq("business_id", businessId);
  const { data } = await question
    .order("created_at", { ascending: false })
    .limit(20)
    .throwOnError();
  return data.map(({ business, status, ...claim }) => ({
    ...claim,
    status: status as ClaimStatus,
    business_name: business?.business_name ?? "A business",
  }));
};

/** The question for a business behind the link of its mail; null if there is none any more. */
export const loadQuestion = async (db: Db, key: string): Promise<ClaimQuestion | null> => {
  const { data } = await db.rpc("claim_by_link", { link_key: key.slice(0, 100) }).throwOnError();
  return data;
};
