import { firstOf } from "#domain/values/characters.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { countOf } from "#domain/values/numbers.ts";
import type { ListedAccount } from "#supabase/database.ts";
import type { Db } from "#web/session/database.ts";

/** Rows a page (spec 2 section 9). */
export const USERS_PAGE = 20;
const TYPES = ["all", "provider", "client", "admin"] as const;
const STATUSES = ["any", "members", "non-members", "hidden", "inactive"] as const;
const SORTS = ["newest", "oldest", "name"] as const;

export interface UserSearch {
  type: (typeof TYPES)[number];
  status: (typeof STATUSES)[number];
  sort: (typeof SORTS)[number];
  text: string;
  page: number;
}

export const readUserSearch = (params: URLSearchParams): UserSearch => ({
  type: TYPES.find((type) => type === params.get("type")) ?? "all",
  status: STATUSES.find((status) => status === params.get("status")) ?? "any",
  sort: SORTS.find((sort) => sort === params.get("sort")) ?? "newest",
  text: firstOf(params.get("q")?.trim() ?? "", INPUT_LIMITS.search),
  page: Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), 50_000),
});

export const writeUserSearch = ({ type, status, sort, text, page }: UserSearch): string => {
  const params = new URLSearchParams();
  if (type !== "all") params.set("type", type);
  if (status !== "any") params.set("status", status);
  if (sort !== "newest") params.set("sort", sort);
  if (text) params.set("q", text);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `?${query}` : "";
};

/** A listed account with its membership, which is read separately. */
export interface User extends ListedAccount {
  /** Null without a live membership. */
  membership: { until: string; renews: boolean; granted: boolean; paid: boolean } | null;
}

export interface UserList {
  users: User[];
  total: number;
  /** There are more than `total`: a search or a status counts up to 10,000. */
  more: boolean;
}

/** The part of a search that selects accounts, without their order. */
export type UserFilter = Pick<UserSearch, "type" | "status" | "text">;

export const filterOf = ({ type, status, text }: UserFilter) => ({
  ...(type === "all" ? {} : { type }),
  ...(status === "any" ? {} : { status }),
  ...(text ? { search: text } : {}),
});

/** A page of accounts: counted, filtered and sorted by the database. */
export const loadUsers = async (db: Db, search: UserSearch): Promise<UserList> => {
  const { data } = await db
    .rpc("admin_users", {
      ...filterOf(search),
      sort: search.sort,
      page_size: USERS_PAGE,
      page_offset: (search.page - 1) * USERS_PAGE,
    })
    .throwOnError();
  const memberships = await loadMemberships(db, data.users);
  return {
    ...data,
    users: data.users.map((user) => ({
      ...user,
      membership: memberships.get(user.id) ?? null,
    })),
  };
};

/** The live memberships of these accounts. */
const loadMemberships = async (
  db: Db,
  users: readonly Pick<User, "id">[],
): Promise<ReadonlyMap<string, NonNullable<User["membership"]>>> => {
  const { data } = await db
    .from("subscribers")
    .select("user_id, subscription_end, cancel_at_period_end, grant_reason, promo_code")
    .in(
      "user_id",
      users.map(({ id }) => id),
    )
    .gt("live_until", new Date().toISOString())
    .throwOnError();
  return new Map(
    data.map(({ user_id, subscription_end, cancel_at_period_end, grant_reason, promo_code }) => [
      user_id,
      {
        until: subscription_end ?? "",
        renews: !cancel_at_period_end,
        granted: grant_reason !== null,
        paid: grant_reason === null && promo_code === null,
      },
    ]),
  );
};

/** '1 user', '1,234 users', 'More than 10,000 users'. */
export const totalOf = ({ total, more }: Pick<UserList, "total" | "more">): string =>
  `${more ? "More than " : ""}${countOf(total, "user", "users")}`;

export const nameOf = (user: User): string =>
  `${user.first_name} ${user.last_name}`.trim() || "Unknown";
