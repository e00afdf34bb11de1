import { ReadableError } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";
import type { ModeratedItem } from "./queries.ts";

export const MODERATION_FAILED = "Failed to update feedback approval";

/** An item as a moderator saw it. */
type Seen = Pick<ModeratedItem, "id" | "updated_at">;

interface Moderated {
  feedback_id: string;
  outcome: string;
  message: string | null;
}

/** Approves or hides items of a page at once; returns the result for each. */
export const moderateAll = async (
  db: Db,
  input: { items: readonly Seen[]; approve: boolean; reason?: string },
): Promise<Moderated[]> => {
  const { data } = await db
    .rpc("admin_moderate_feedback", {
      items: input.items.map(({ id, updated_at }) => ({ id, seen: updated_at })),
      approve: input.approve,
      ...(input.reason ? { reason: input.reason } : {}),
    })
    .throwOnError();
  return data;
};

/**
 * Approves or hides: withdraws the approval, or marks a pending item as reviewed and not approved (P-15).
 *
 * @throws a refusal in the database's words if a colleague was faster
 */
export const moderate = async (
  db: Db,
  { item, ...input }: { item: Seen; approve: boolean; reason?: string },
): Promise<void> => {
  const [result] = await moderateAll(db, { items: [item], ...input });
  if (result?.outcome === "refused")
    throw new ReadableError(result.message ?? "", { code: "PT409" });
};

interface FeedbackEdit {
  item: Seen;
  title: string;
  description: string;
  reason: string;
}

/** Changes an item's text; the database records the previous text, who changed it, when and why. */
export const editFeedback = async (db: Db, { item, ...changes }: FeedbackEdit) => {
  await db
    .rpc("admin_edit_feedback", { feedback_id: item.id, seen: item.updated_at, ...changes })
    .throwOnError();
};

/** Takes a picture off feedback and deletes its file; its author gets the reason. */
export const hidePicture = async (
  db: Db,
  { item, picture, reason }: { item: Seen; picture: string; reason: string },
): Promise<void> => {
  await db
    .rpc("admin_hide_feedback_picture", {
      feedback_id: item.id,
      seen: item.updated_at,
      picture,
      reason,
    })
    .throwOnError();
  // The server deletes a file that remains here, within a day.
  await db.storage.from("pictures").remove([picture.replace(/^.*\/public\/pictures\//, "")]);
};

export const deleteFeedback = async (db: Db, input: { item: Seen; reason: string }) => {
  await db
    .rpc("admin_delete_feedback", {
      feedback_id: input.item.id,
      seen: input.item.updated_at,
      reason: input.reason,
    })
    .throwOnError();
};
