import { truncate } from "#domain/providers/providers.ts";
import { countUnread, loadEnquiries, loadUnreadMessage } from "#web/features/enquiries/index.ts";
import {
  type JobsOfTrade,
  loadJobsOfTrade,
  loadMyJobs,
  loadQuotersOf,
  loadWonWork,
  type MyJob,
  type MyQuote,
  type Quoters,
} from "#web/features/jobs/index.ts";
import type { Db } from "#web/session/database.ts";
import { loadSavedProviders, orNull, type SavedProvider } from "./queries.ts";

/** The number of rows of a query, without fetching them. */
const counted = async (question: {
  throwOnError: () => PromiseLike<{ count: number | null }>;
}): Promise<number> => (await question.throwOnError()).count ?? 0;

/** The number of weeks in the small charts, and the most rows that are read for one. */
const WEEKS = 12;
const WEEK = 7 * 86_400_000;
const MOST = 1000;

/** How many of these times fall into each of the last twelve weeks, oldest first. */
export const perWeek = (moments: readonly string[], now = Date.now()): number[] => {
  const weeks = Array.from({ length: WEEKS }, () => 0);
  for (const moment of moments) {
    const ago = Math.floor((now - Date.parse(moment)) / WEEK);
    if (ago >= 0 && ago < WEEKS) weeks[WEEKS - 1 - ago] = (weeks[WEEKS - 1 - ago] ?? 0) + 1;
  }
  return weeks;
};

const sum = (numbers: readonly number[] = []): number =>
  numbers.reduce((total, number) => total + number, 0);

const chartStart = () => new Date(Date.now() - WEEKS * WEEK).toISOString();

/** A message that was not read yet. */
interface NewMessage {
  name: string;
  image: string | null;
  excerpt: string;
}

/** The most characters of a message that are shown. */
const EXCERPT = 280;

/** A message of the newest conversation with unread ones; null if none has words. */
export const loadNewMessage = async (db: Db, userId: string): Promise<NewMessage | null> => {
  const { enquiries } = await loadEnquiries(db);
  const talk = enquiries.find(({ unread }) => unread > 0);
  const message = talk && (await loadUnreadMessage(db, talk.id, userId));
  return talk && message?.body
    ? { name: talk.other_name, image: talk.other_image, excerpt: truncate(message.body, EXCERPT) }
    : null;
};

/** How many messages are unread, and one of them; null if it could not be loaded. */
const loadUnread = async (db: Db, userId: string) => {
  const [unreadMessages, newMessage] = await Promise.all([
    countUnread(db, userId),
    orNull(loadNewMessage(db, userId)),
  ]);
  return { unreadMessages, newMessage };
};

export interface ClientFigures {
  kind: "client";
  /** Null if they could not be loaded. */
  jobs: MyJob[] | null;
  /** By job. */
  quoters: ReadonlyMap<string, Quoters>;
  saved: SavedProvider[] | null;
  unreadMessages: number;
  newMessage: NewMessage | null;
}

export interface ProviderFigures {
  kind: "provider";
  /** Null if it could not be loaded. */
  won: readonly MyQuote[] | null;
  /** Null if they could not be loaded. */
  newJobs: JobsOfTrade | null;
  ratingAverage: number | null;
  ratingCount: number;
  /** In each of the last twelve weeks. */
  reviews: readonly number[];
  unlocks: readonly number[];
  unanswered: number;
  contactsUnlocked: number;
  savedJobs: number;
  unreadMessages: number;
  newMessage: NewMessage | null;
}

export const loadClientFigures = async (db: Db, userId: string): Promise<ClientFigures> => {
  const loading = orNull(loadMyJobs(db));
  const [jobs, quoters, saved, messages] = await Promise.all([
    loading,
    loading.then((jobs) => loadQuotersOf(db, jobs ?? [])),
    orNull(loadSavedProviders(db, userId)),
    loadUnread(db, userId),
  ]);
  return { kind: "client", jobs, quoters, saved, ...messages };
};

/** A provider's figures, from public data and from their own. */
export const loadProviderFigures = async (
  db: Db,
  userId: string,
  categories: readonly string[] | null,
): Promise<ProviderFigures> => {
  const head = { count: "exact", head: true } as const;
  const [
    won,
    newJobs,
    stars,
    reviewed,
    unanswered,
    contactsUnlocked,
    savedJobs,
    messages,
    unlocked,
  ] = await Promise.all([
    orNull(loadWonWork(db)),
    orNull(loadJobsOfTrade(db, categories)),
    db.rpc("feedback_summary", { p_provider: userId }).throwOnError(),
    db
      .from("feedback")
      .select("created_at")
      .eq("provider_id", userId)
      .eq("is_public", true)
      .eq("superseded", false)
      .gte("created_at", chartStart())
      .limit(MOST)
      .throwOnError(),
    counted(
      db
        .from("feedback")
        .select("id, reply:feedback_replies(id)", head)
        .eq("provider_id", userId)
        .eq("is_public", true)
        .is("reply", null),
    ),
    counted(db.from("job_contact_reveals").select("job_id", head).eq("provider_id", userId)),
    counted(db.from("saved_jobs").select("job_id", head).eq("provider_id", userId)),
    loadUnread(db, userId),
    db
      .from("job_contact_reveals")
      .select("revealed_at")
      .eq("provider_id", userId)
      .gte("revealed_at", chartStart())
      .limit(MOST)
      .throwOnError(),
  ]);
  const ratingCount = sum(stars.data.map(({ total }) => total));
  const given = sum(stars.data.map(({ rating, total }) => rating * total));
  return {
    kind: "provider",
    won,
    newJobs,
    ratingAverage: ratingCount > 0 ? given / ratingCount : null,
    ratingCount,
    reviews: perWeek(reviewed.data.map(({ created_at }) => created_at)),
    unlocks: perWeek(unlocked.data.map(({ revealed_at }) => revealed_at)),
    unanswered,
    contactsUnlocked,
    savedJobs,
    ...messages,
  };
};
