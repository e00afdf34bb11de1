import { ReadableError } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";

export const postReply = async (
  db: Db,
  input: { feedbackId: string; text: string },
  providerId: string,
): Promise<void> => {
  await db
    .from("feedback_replies")
    .insert({
      feedback_id: input.feedbackId,
      provider_id: providerId,
      reply_text: input.text.trim(),
    })
    .throwOnError();
};

export const editReply = async (
  db: Db,
  input: { replyId: string; text: string },
): Promise<void> => {
  const { data } = await db
    .from("feedback_replies")
    .update({ reply_text: input.text.trim(), updated_at: new Date().toISOString() })
    .eq("id", input.replyId)
    .select("id")
    .throwOnError();
  if (data.length === 0)
    throw new ReadableError("This reply no longer exists. Please reload the page.");
};
