import { countUnread } from "#web/features/enquiries/index.ts";
import type { Db } from "#web/session/site.ts";

/** How many rows a question has, without fetching them. */
const counted = async (
  question: PromiseLike<{ count: number | null; error: unknown }>,
): Promise<number> => {
  const { count, error } = await question;
  if (error) throw error;
  return count ?? 0;
};

export interface ClientFigures {
  kind: "client";
  openJobs: number;
  savedProviders: number;
  feedbackGiven: number;
  unreadMessages: number;
}

export interface ProviderFigures {
  kind: "provider";
  ratingAverage: number | null;
  ratingCount: number;
  unanswered: number;
  contactsUnlocked: number;
  savedJobs: number;
  unreadMessages: number;
}

export const loadClientFigures = async (db: Db, userId: string): Promise<ClientFigures> => {
  const head = { count: "exact", head: true } as const;
  const [openJobs, savedProviders, feedbackGiven, unreadMessages] = await Promise.all([
    counted(db.from("jobs").select("id", head).eq("posted_by", userId).eq("status", "open")),
    counted(db.from("saved_providers").select("provider_id", head).eq("user_id", userId)),
    counted(db.from("feedback").select("id", head).eq("user_id", userId)),
    countUnread(db, userId),
  ]);
  return { kind: "client", openJobs, savedProviders, feedbackGiven, unreadMessages };
};

/** A provider's own figures, from what is public about them and what is theirs alone. */
export const loadProviderFigures = async (db: Db, userId: string): Promise<ProviderFigures> => {
  const head = { count: "exact", head: true } as const;
  const [feedback, replies, contactsUnlocked, savedJobs, unreadMessages] = await Promise.all([
    db.from("feedback").select("rating").eq("provider_id", userId).eq("is_public", true),
    counted(db.from("feedback_replies").select("id", head).eq("provider_id", userId)),
    counted(db.from("job_contact_reveals").select("job_id", head).eq("provider_id", userId)),
    counted(db.from("saved_jobs").select("job_id", head).eq("provider_id", userId)),
    countUnread(db, userId),
  ]);
  if (feedback.error) throw feedback.error;
  const ratings = feedback.data.map(({ rating }) => rating);
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return {
    kind: "provider",
    ratingAverage: ratings.length > 0 ? sum / ratings.length : null,
    ratingCount: ratings.length,
    unanswered: Math.max(0, ratings.length - replies),
    contactsUnlocked,
    savedJobs,
    unreadMessages,
  };
};
