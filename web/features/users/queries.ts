import type { Db } from "#web/session/site.ts";

/** Rows a page (spec 2 section 9). */
export const USERS_PAGE = 20;
export const TYPES = ["all", "provider", "client", "admin"] as const;
export const SORTS = ["newest", "oldest", "name"] as const;

export interface UserSearch {
  type: (typeof TYPES)[number];
  sort: (typeof SORTS)[number];
  text: string;
  page: number;
}

export const readUserSearch = (params: URLSearchParams): UserSearch => ({
  type: TYPES.find((type) => type === params.get("type")) ?? "all",
  sort: SORTS.find((sort) => sort === params.get("sort")) ?? "newest",
  text: params.get("q")?.trim().slice(0, 120) ?? "",
  page: Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), 50_000),
});

export const writeUserSearch = ({ type, sort, text, page }: UserSearch): string => {
  const params = new URLSearchParams();
  if (type !== "all") params.set("type", type);
  if (sort !== "newest") params.set("sort", sort);
  if (text) params.set("q", text);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `?${query}` : "";
};

/** A page of accounts: counted, filtered and sorted by the database. */
export const loadUsers = async (db: Db, { type, sort, text, page }: UserSearch) => {
  const { data, error } = await db.rpc("get_admin_user_details", {
    ...(type === "all" ? {} : { type }),
    ...(text ? { search: text } : {}),
    sort,
    page_size: USERS_PAGE,
    page_offset: (page - 1) * USERS_PAGE,
  });
  if (error) throw error;
  return { users: data, total: data[0]?.total_count ?? 0 };
};

export type UserList = Awaited<ReturnType<typeof loadUsers>>;
export type User = UserList["users"][number];

export const nameOf = (user: User): string =>
  `${user.first_name} ${user.last_name}`.trim() || "Unknown";
