import type { Db } from "#web/session/site.ts";

export const MODERATION_PAGE = 20;
export const STATES = ["all", "pending", "approved"] as const;
export type State = (typeof STATES)[number];

export interface ModerationSearch {
  state: State;
  text: string;
  page: number;
}

export const readModeration = (params: URLSearchParams): ModerationSearch => ({
  state: STATES.find((state) => state === params.get("state")) ?? "all",
  text: params.get("q")?.trim().slice(0, 120) ?? "",
  page: Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), 20_000),
});

export const writeModeration = ({ state, text, page }: ModerationSearch): string => {
  const params = new URLSearchParams();
  if (state !== "all") params.set("state", state);
  if (text) params.set("q", text);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `?${query}` : "";
};

const COLUMNS =
  "id, rating, title, description, author_name, approved, moderated_at, is_public, edited_at, created_at, provider_id, provider:profiles!feedback_provider_id_fkey(first_name, last_name, business_name)";

/** In an `or` tree the value must be quoted; wildcards that were typed are letters. */
const contains = (text: string): string =>
  `"%${text.replace(/[\\%_]/g, "\\$&").replace(/["\\]/g, "\\$&")}%"`;

/** Providers whose names hold the text: at most 200, which a sharper search brings down. */
const providersNamed = async (db: Db, text: string): Promise<string[]> => {
  const value = contains(text);
  const { data, error } = await db
    .from("profiles")
    .select("id")
    .eq("account_type", "provider")
    .or(`first_name.ilike.${value},last_name.ilike.${value},business_name.ilike.${value}`)
    .limit(200);
  if (error) throw error;
  return data.map(({ id }) => id);
};

const count = async (db: Db, approved: boolean): Promise<number> => {
  const { count: found, error } = await db
    .from("feedback")
    .select("id", { count: "exact", head: true })
    .eq("approved", approved);
  if (error) throw error;
  return found ?? 0;
};

/**
 * A page of feedback for moderators. Pending items come oldest first, so that nobody waits longest
 * for want of stars; the others newest first.
 */
export const loadModeration = async (db: Db, { state, text, page }: ModerationSearch) => {
  const first = (page - 1) * MODERATION_PAGE;
  let query = db.from("feedback").select(COLUMNS, { count: "exact" });
  if (state !== "all") query = query.eq("approved", state === "approved");
  if (text) {
    const providers = await providersNamed(db, text);
    const value = contains(text);
    const among = providers.length > 0 ? `,provider_id.in.(${providers.join(",")})` : "";
    query = query.or(`title.ilike.${value},author_name.ilike.${value}${among}`);
  }
  const [list, approved, pending] = await Promise.all([
    query
      .order("created_at", { ascending: state === "pending" })
      .order("id")
      .range(first, first + MODERATION_PAGE - 1),
    count(db, true),
    count(db, false),
  ]);
  if (list.error && list.error.code !== "PGRST103") throw list.error;
  return {
    items: list.data ?? [],
    total: list.count ?? 0,
    counts: { all: approved + pending, approved, pending },
  };
};

export type Moderation = Awaited<ReturnType<typeof loadModeration>>;
export type ModeratedItem = Moderation["items"][number];

export interface DashboardCounts {
  businesses: number;
  listed_providers: number;
  businesses_this_month: number;
  pending_feedback: number;
}

export const loadDashboard = async (db: Db): Promise<DashboardCounts> => {
  const { data, error } = await db.rpc("admin_dashboard_counts");
  if (error) throw error;
  return data as unknown as DashboardCounts;
};
