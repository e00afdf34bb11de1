import type { Db } from "#web/session/site.ts";

/**
 * Approves, or hides: takes the approval back, or says of a pending item that it was looked at and
 * not approved (decision 15). The database sets the moment itself.
 */
export const setApproval = async (db: Db, input: { id: string; approved: boolean }) => {
  const { data, error } = await db
    .from("feedback")
    .update({ approved: input.approved, moderated_at: new Date().toISOString() })
    .eq("id", input.id)
    .select("id");
  if (error) throw error;
  if (data.length === 0) throw new Error("This feedback is no longer there.");
};

export interface FeedbackEdit {
  id: string;
  rating: number;
  title: string;
  description: string;
  reason: string;
}

/** Changes text or rating; the database keeps what stood there, who changed it, when and why. */
export const editFeedback = async (db: Db, input: FeedbackEdit) => {
  const { data, error } = await db
    .from("feedback")
    .update({
      rating: input.rating,
      title: input.title,
      description: input.description || null,
      edit_reason: input.reason,
    })
    .eq("id", input.id)
    .select("id");
  if (error) throw error;
  if (data.length === 0) throw new Error("This feedback is no longer there.");
};

export const deleteFeedback = async (db: Db, input: { id: string; reason: string }) => {
  const { error } = await db.rpc("admin_delete_feedback", {
    feedback_id: input.id,
    reason: input.reason,
  });
  if (error) throw error;
};
