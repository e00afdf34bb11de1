import type { Moderation } from "#domain/feedback/results.ts";
import { firstOf } from "#domain/values/characters.ts";

export type { ModeratedItem, Moderation, Original } from "#domain/feedback/results.ts";

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

/** Without a state: what waits, or for a search everything. */
export const readModeration = (params: URLSearchParams): ModerationSearch => {
  const text = firstOf(params.get("q")?.trim() ?? "", INPUT_LIMITS.search);
  return {
    state: STATES.find((state) => state === params.get("state")) ?? (text ? "all" : "pending"),
    text,
    page: Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), 20_000),
  };
};

export const writeModeration = ({ state, text, page }: ModerationSearch): string => {
  const params = new URLSearchParams({ state });
  if (text) params.set("q", text);
  if (page > 1) params.set("page", String(page));
  return `?${params}`;
};

/** Who hired the same provider more than twice in 30 days. */
export const loadRepeatedHires = async (db: Db) => {
  const { data } = await db.rpc("admin_repeated_hires").throwOnError();
  return data;
};
export type RepeatedHire = Awaited<ReturnType<typeof loadRepeatedHires>>[number];

/**
 * A page of feedback for moderators. Pending items are sorted oldest first, so that none waits because of
 * its stars; the others newest first.
 */
export const loadModeration = async (
  db: Db,
  { state, text, page }: ModerationSearch,
): Promise<Moderation> => {
  const { data } = await db
    .rpc("admin_feedback", {
      ...(state === "all" ? {} : { state }),
      ...(text ? { search: text } : {}),
      page_size: MODERATION_PAGE,
      page_offset: (page - 1) * MODERATION_PAGE,
    })
    .throwOnError();
  return data;
};
