import { ReadableError } from "#domain/site-faults.ts";
import type { Db } from "#web/session/database.ts";

interface NewFeedback {
  providerId: string;
  /** The hire that it is about. */
  hireId: string | null;
  rating: number;
  title: string;
  description: string;
}

/**
 * One for each hire, else one for each person and provider: a second one gets this message (PostgreSQL's 23505; spec 2
 * section 5).
 */
export class AlreadyReviewed extends Error {}

export const postFeedback = async (db: Db, input: NewFeedback, userId: string): Promise<void> => {
  const words = {
    rating: input.rating,
    title: input.title.trim(),
    description: input.description.trim() || null,
  };
  const { error } = await db
    .from("feedback")
    .insert({ provider_id: input.providerId, user_id: userId, hire_id: input.hireId, ...words });
  if (error?.code !== "23505") {
    if (error) throw error;
    return;
  }
  // The response to an earlier attempt may have been lost: then the same text is already there.
  const { data: saved } = await db
    .from("feedback")
    .select("rating, title, description")
    .eq("provider_id", input.providerId)
    .eq("user_id", userId);
  const same = saved?.some(
    ({ rating, title, description }) =>
      rating === words.rating && title === words.title && description === words.description,
  );
  if (!same) throw new AlreadyReviewed();
};

export const postReply = async (
  db: Db,
  input: { feedbackId: string; text: string },
  providerId: string,
): Promise<void> => {
  const { error } = await db.from("feedback_replies").insert({
    feedback_id: input.feedbackId,
    provider_id: providerId,
    reply_text: input.text.trim(),
  });
  if (error) throw error;
};

export const editReply = async (
  db: Db,
  input: { replyId: string; text: string },
): Promise<void> => {
  const { data, error } = await db
    .from("feedback_replies")
    .update({ reply_text: input.text.trim(), updated_at: new Date().toISOString() })
    .eq("id", input.replyId)
    .select("id");
  if (error) throw error;
  if (data.length === 0)
    throw new ReadableError("This reply no longer exists. Please reload the page.");
};
