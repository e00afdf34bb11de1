import { ReadableError } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";

interface NewFeedback {
  providerId: string;
  /** The hire that it is about. */
  hireId: string | null;
  rating: number;
  title: string;
  description: string;
  pictures: string[];
  /** The provider's portfolio may show the pictures. */
  inPortfolio: boolean;
}

export const PORTFOLIO_CONSENT = "They may show these pictures in their portfolio";

/**
 * One for each hire, else one for each person and provider: a second one gets this message (PostgreSQL's 23505; spec 2
 * section 5).
 */
const ALREADY_GIVEN = "You have already submitted feedback for this provider";

export const postFeedback = async (db: Db, input: NewFeedback, userId: string): Promise<void> => {
  const words = {
    rating: input.rating,
    title: input.title.trim(),
    description: input.description.trim() || null,
  };
  const { hireId, pictures } = input;
  const shown = { pictures, in_portfolio: input.inPortfolio && pictures.length > 0 };
  const { error } = await db.from("feedback").insert({
    provider_id: input.providerId,
    user_id: userId,
    hire_id: hireId,
    ...words,
    ...shown,
  });
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
  if (!same) throw new ReadableError(ALREADY_GIVEN);
};

/** Removes pictures of the person's own feedback, or changes the consent. */
export const setPictures = async (
  db: Db,
  input: { feedbackId: string; pictures: readonly string[]; inPortfolio: boolean },
): Promise<void> => {
  await db
    .rpc("set_feedback_pictures", {
      feedback_id: input.feedbackId,
      pictures: [...input.pictures],
      in_portfolio: input.inPortfolio && input.pictures.length > 0,
    })
    .throwOnError();
};
