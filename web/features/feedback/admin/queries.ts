import type { Moderation } from "#domain/feedback-results.ts";

export type { ModeratedItem, Moderation, Original } from "#domain/feedback-results.ts";

import { INPUT_LIMITS } from "#domain/values/limits.ts";
import type { Db } from "#web/session/database.ts";

export const MODERATION_PAGE = 20;
/** Pending: no admin has reviewed it yet. Hidden: an admin reviewed it and did not approve it (P-15). */
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

/**
 * A page of feedback for moderators. Pending items are sorted oldest first, so that none waits because of
 * its stars; the others newest first.
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
  return data;
};
