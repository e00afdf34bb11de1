import { INPUT_LIMITS } from "#domain/values/limits.ts";
import type { Db } from "#web/session/site.ts";

export const MODERATION_PAGE = 20;
/** Pending: no admin has looked yet. Hidden: one looked, and did not approve (P-15). */
const STATES = ["all", "pending", "approved", "hidden"] as const;
export type State = (typeof STATES)[number];

export interface ModerationSearch {
  state: State;
  text: string;
  page: number;
}

export const readModeration = (params: URLSearchParams): ModerationSearch => ({
  state: STATES.find((state) => state === params.get("state")) ?? "all",
  text: params.get("q")?.trim().slice(0, INPUT_LIMITS.search) ?? "",
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

/** What stood there before a moderator's first edit, and why it was edited. */
export interface Original {
  rating: number;
  title: string;
  description: string | null;
  reason: string | null;
  replaced_at: string;
  replaced_by: string | null;
}

export interface ModeratedItem {
  id: string;
  rating: number;
  title: string;
  description: string | null;
  author_name: string;
  state: Exclude<State, "all">;
  edited_at: string | null;
  created_at: string;
  provider_id: string;
  provider: string;
  /** What this screen saw: an act is refused where a colleague has acted since. */
  version: string;
  original: Original | null;
}

export interface Moderation {
  items: ModeratedItem[];
  total: number;
  /** There are more than `total`: a search is counted up to 10,000. */
  more: boolean;
  counts: Record<State, number>;
}

/**
 * A page of feedback for moderators. Pending items come oldest first, so that nobody waits longest
 * for want of stars; the others newest first.
 */
export const loadModeration = async (
  db: Db,
  { state, text, page }: ModerationSearch,
): Promise<Moderation> => {
  const { data, error } = await db.rpc("admin_feedback", {
    ...(state === "all" ? {} : { state }),
    ...(text ? { search: text } : {}),
    page_size: MODERATION_PAGE,
    page_offset: (page - 1) * MODERATION_PAGE,
  });
  if (error) throw error;
  return data as unknown as Moderation;
};
