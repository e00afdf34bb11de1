import type { Db } from "#web/session/site.ts";

export interface Reply {
  id: string;
  reply_text: string;
  updated_at: string;
}

export interface FeedbackItem {
  id: string;
  provider_id: string;
  user_id: string | null;
  rating: number;
  title: string;
  description: string | null;
  author_name: string;
  created_at: string;
  edited_at: string | null;
  approved: boolean;
  reply: Reply | null;
}

export const FEEDBACK_PAGE = 20;

/** A provider's feedback, newest first, each with its reply; at most `limit` items. */
export const loadFeedback = async (
  db: Db,
  providerId: string,
  limit = FEEDBACK_PAGE,
): Promise<FeedbackItem[]> => {
  const { data, error } = await db
    .from("feedback")
    .select(
      "id, provider_id, user_id, rating, title, description, author_name, created_at, edited_at, approved, reply:feedback_replies(id, reply_text, updated_at)",
    )
    .eq("provider_id", providerId)
    .eq("is_public", true)
    .order("created_at", { ascending: false })
    .limit(limit);
  if (error) throw error;
  return data.map((item) => ({ ...item, reply: one(item.reply) }));
};

/** The reply is unique, so it comes as one object; a list would come from a schema that lost the key. */
const one = <T>(value: T | T[] | null): T | null =>
  Array.isArray(value) ? (value[0] ?? null) : value;

/** Whether this person has already reviewed this provider. */
export const hasReviewed = async (db: Db, providerId: string, userId: string): Promise<boolean> => {
  const { data, error } = await db
    .from("feedback")
    .select("id")
    .eq("provider_id", providerId)
    .eq("user_id", userId)
    .maybeSingle();
  if (error) throw error;
  return data !== null;
};

export type Publication = "at once" | "after approval";

/** Whether new feedback is seen at once, or only after a moderator looked (decision 15). */
export const loadPublication = async (db: Db): Promise<Publication> => {
  const { data, error } = await db
    .from("site_settings")
    .select("value")
    .eq("key", "feedback_publication")
    .single();
  if (error) throw error;
  return data.value === "after approval" ? "after approval" : "at once";
};
