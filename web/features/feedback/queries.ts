import type { FeedbackQuote } from "#domain/providers/results.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Db } from "#web/session/database.ts";
import { type FeedbackFilters, isFiltered, readFeedbackFilters } from "./filters.ts";

interface Reply {
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
  /** The reviewer's text, if a moderator has edited it. */
  original_title: string | null;
  original_description: string | null;
  approved: boolean;
  /** Its author hired the provider here. */
  verified: boolean;
  in_contact: boolean;
  /** The provider asked its author, who has no account; what the work was, and the first of its month. */
  invited: boolean;
  work: string | null;
  worked_on: string | null;
  /** Addresses, at most five. */
  pictures: string[];
  /** They are also in the provider's portfolio. */
  in_portfolio: boolean;
  /** Its author has written newer feedback, which counts instead. */
  superseded: boolean;
  reply: Reply | null;
}

export const FEEDBACK_PAGE = 20;

/** The distribution of the ratings that count: the newest of each author. */
export interface FeedbackSummary {
  /** Of 5 stars down to 1. */
  counts: { rating: number; total: number }[];
  total: number;
  /** Those of verified hires, with their average. */
  verified: { total: number; average: number };
  /** Those that the provider asked for. */
  invited: number;
  /** How many people the provider has asked by email within a year. */
  requests: number;
}

/** Everything on the Feedback tab: one page of items, the number of matches, and all ratings. */
export interface FeedbackPage {
  filters: FeedbackFilters;
  items: FeedbackItem[];
  matching: number;
  summary: FeedbackSummary;
}

/** A provider's own list is on one page. */
const MOST_REVIEWS = 200;

const COLUMNS =
  "id, provider_id, user_id, rating, title, description, author_name, created_at, edited_at, original_title, original_description, approved, verified, in_contact, pictures, in_portfolio, superseded, invited, work, worked_on, reply:feedback_replies(id, reply_text, updated_at)";

/** Public feedback about a provider for themselves, newest first: without a reply, and with one. */
export const loadReviews = async (db: Db, providerId: string) => {
  const ofProvider = () =>
    db.from("feedback").select(COLUMNS).eq("provider_id", providerId).eq("is_public", true);
  const newest = { ascending: false };
  const [waiting, answered] = await Promise.all([
    ofProvider().is("reply", null).order("created_at", newest).limit(MOST_REVIEWS).throwOnError(),
    ofProvider()
      .not("reply", "is", null)
      .order("created_at", newest)
      .limit(MOST_REVIEWS)
      .throwOnError(),
  ]);
  return { waiting: waiting.data, answered: answered.data } satisfies Record<
    string,
    FeedbackItem[]
  >;
};
export type OwnReviews = Awaited<ReturnType<typeof loadReviews>>;

const loadItems = async (db: Db, providerId: string, filters: FeedbackFilters) => {
  const { order, stars, verified, page } = filters;
  const from = (page - 1) * FEEDBACK_PAGE;
  let query = db
    .from("feedback")
    .select(COLUMNS, { count: "exact" })
    .eq("provider_id", providerId)
    .eq("is_public", true);
  if (stars !== null) query = query.eq("rating", stars);
  if (verified) query = query.eq("verified", true);
  // As many as the numbers say that lead here.
  if (isFiltered(filters)) query = query.eq("superseded", false);
  if (order === "highest" || order === "lowest") {
    query = query.order("rating", { ascending: order === "lowest" });
  }
  const { data, count, error } = await query
    .order("created_at", { ascending: order === "oldest" })
    .order("id")
    .range(from, from + FEEDBACK_PAGE - 1);
  // A page past the last one, as in an old link: it is empty, and that is not an error.
  if (error?.code === "PGRST103") return { items: [], matching: 0 };
  if (error) throw error;
  return { items: data.map((item) => ({ ...item, reply: one(item.reply) })), matching: count ?? 0 };
};

const loadSummary = async (db: Db, providerId: string): Promise<FeedbackSummary> => {
  const [{ data }, requests] = await Promise.all([
    db.rpc("feedback_summary", { p_provider: providerId }, { get: true }).throwOnError(),
    db.rpc("review_requests", { p_provider: providerId }, { get: true }).throwOnError(),
  ]);
  const totalOf = (rating: number) => data.find((row) => row.rating === rating)?.total ?? 0;
  const verified = data.reduce((sum, row) => sum + row.verified, 0);
  const stars = data.reduce((sum, row) => sum + row.rating * row.verified, 0);
  return {
    counts: [5, 4, 3, 2, 1].map((rating) => ({ rating, total: totalOf(rating) })),
    total: data.reduce((sum, row) => sum + row.total, 0),
    verified: { total: verified, average: verified && stars / verified },
    invited: data.reduce((sum, row) => sum + row.invited, 0),
    requests: requests.data[0]?.invited ?? 0,
  };
};

/** A public review with the name of the provider it is about. */
export interface NewestReview
  extends Pick<
    FeedbackItem,
    | "id"
    | "provider_id"
    | "rating"
    | "title"
    | "description"
    | "author_name"
    | "created_at"
    | "edited_at"
  > {
  provider: { name: string; business_name: string | null };
}

/** The newest public reviews of listed providers, one of each author about each. Not counted: a part of a list (206) is not cached, nor a page with one. */
export const loadNewestReviews = async (db: Db, number: number): Promise<NewestReview[]> => {
  const { data } = await db
    .from("feedback")
    .select("id, provider_id, rating, title, description, author_name, created_at, edited_at")
    .eq("is_public", true)
    .eq("superseded", false)
    .order("created_at", { ascending: false })
    .order("id")
    // Some may be about people who are not listed now.
    .limit(4 * number)
    .throwOnError();
  const ids = [...new Set(data.map(({ provider_id }) => provider_id))];
  const listed = await db
    .from("public_providers")
    .select("user_id, name, business_name")
    .in("user_id", ids)
    .throwOnError();
  const providers = new Map(listed.data.map((one) => [one.user_id, one]));
  const reviews = data.flatMap((review) => {
    const provider = providers.get(review.provider_id);
    if (!provider) return [];
    const { name, business_name } = provider;
    return [{ ...review, provider: { name: name ?? "", business_name } }];
  });
  return reviews.slice(0, number);
};

/** The newest public feedback about a provider, as it is quoted. */
export const loadQuotesOf = async (
  db: Db,
  providerId: string,
  number: number,
): Promise<FeedbackQuote[]> => {
  const { data } = await db
    .from("feedback")
    .select(
      "id, rating, title, description, author_name, verified, in_contact, invited, edited_at, created_at",
    )
    .eq("provider_id", providerId)
    .eq("is_public", true)
    .eq("superseded", false)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(number)
    .throwOnError();
  return data;
};

/** The Feedback tab of a provider for the address's parameters. */
export const loadFeedback = async (
  db: Db,
  providerId: string,
  params: URLSearchParams,
): Promise<FeedbackPage> => {
  const filters = readFeedbackFilters(params);
  const [found, summary] = await Promise.all([
    loadItems(db, providerId, filters),
    loadSummary(db, providerId),
  ]);
  return { filters, ...found, summary };
};

/** The reply is unique, so it arrives as one object; a list would mean that the schema lost the key. */
const one = <T>(value: T | T[] | null): T | null =>
  Array.isArray(value) ? (value[0] ?? null) : value;

/** Which feedback the person may still give to this provider; about one job, if they came from it. */
export const loadFeedbackRight = async (
  db: Db,
  providerId: string,
  jobId: string | null,
): Promise<FeedbackRight> => {
  const { data } = await db
    .rpc("feedback_right", { provider_id: providerId, ...(isUuid(jobId) && { job_id: jobId }) })
    .throwOnError();
  return { given: data.given, hireId: data.hire_id, job: data.job, opensAt: data.opens_at };
};

export type Publication = "at once" | "after approval";

interface FeedbackRight {
  /** What became of their feedback, if they have given it and were not in a hire since. */
  given: "public" | "pending" | "hidden" | null;
  /** The hire that it will be about. */
  hireId: string | null;
  /** The title of its job. */
  job: string | null;
  /** From when on the work of their next hire may be reviewed, while none may be. */
  opensAt: string | null;
}

/** Before anything is known of the person. */
export const NO_RIGHT: FeedbackRight = { given: null, hireId: null, job: null, opensAt: null };

/** A signed-in person who may give feedback. */
export interface Reviewer extends FeedbackRight {
  userId: string;
  publication: Publication;
}

/** Whether new feedback is public at once, or only after a moderator's review (P-15). */
export const loadPublication = async (db: Db): Promise<Publication> => {
  const { data } = await db
    .from("site_settings")
    .select("value")
    .eq("key", "feedback_publication")
    .single()
    .throwOnError();
  return data.value === "after approval" ? "after approval" : "at once";
};
