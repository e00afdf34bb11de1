import { shownTexts } from "#domain/accounts/fields.ts";
import { workSamples } from "#domain/providers/portfolio.ts";
import { formatMonth, formatUnbrokenDay } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import type { Db } from "#web/session/database.ts";
import type { ReportCase } from "./queries.ts";

/** The most other jobs of a poster that are listed. */
const MOST_OTHERS = 10;

type Fact = readonly [label: string, value: string];

/** What visitors see of a reported thing now; it may differ from what was reported. */
export interface Reported {
  title: string;
  /** Short facts under the title, each with its name. */
  facts: Fact[];
  text: string | null;
  pictures: string[];
  /** Of a job: whose it is. */
  poster?: string;
  /** Visitors see it. */
  isPublic: boolean;
}

const given = (facts: readonly (readonly [string, string | null | undefined | false])[]): Fact[] =>
  facts.filter((fact): fact is Fact => Boolean(fact[1]));

const loadProfile = async (db: Db, id: string): Promise<Reported | null> => {
  const { data } = await db.rpc("provider_page", { provider_id: id }, { get: true }).throwOnError();
  const { provider } = data;
  return (
    provider && {
      title: provider.business_name || provider.name,
      facts: given([
        ["Name", provider.business_name && provider.name],
        ["Location", provider.location],
        ...shownTexts(provider),
        ["Phone", provider.phone_number?.replaceAll(" ", "\u00a0")],
        ["Joined", formatMonth(provider.created_at)],
        [
          "Rating",
          provider.rating_average !== null &&
            `${provider.rating_average.toFixed(1)} out of 5 in ${countOf(provider.rating_count, "review", "reviews")}`,
        ],
      ]),
      text: provider.bio,
      pictures: workSamples(provider.work_samples).flatMap(({ media }) =>
        media.filter(({ type }) => type === "image").map(({ url }) => url),
      ),
      isPublic: true,
    }
  );
};

const loadJob = async (db: Db, id: string): Promise<Reported | null> => {
  const { data } = await db.rpc("job_page", { job_id: id }, { get: true }).throwOnError();
  const { job, state } = data;
  if (!job) return null;
  return {
    title: job.title,
    facts: given([
      ["Location", job.location],
      ["Budget", job.budget],
      ["Posted", formatUnbrokenDay(job.posted_date)],
      ["State", state !== "open" && "Not open"],
    ]),
    text: job.description,
    pictures: job.pictures,
    poster: job.user_id,
    isPublic: state === "open",
  };
};

const loadFeedback = async (db: Db, id: string): Promise<Reported | null> => {
  const { data } = await db
    .from("feedback")
    .select("title, description, rating, author_name, pictures, is_public")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return (
    data && {
      title: data.title,
      facts: given([
        ["Rating", `${data.rating} out of 5`],
        ["Author", data.author_name],
        ["State", !data.is_public && "Hidden from visitors"],
      ]),
      text: data.description,
      pictures: data.pictures,
      isPublic: data.is_public,
    }
  );
};

const loadItem = async (
  db: Db,
  { target_type, target_id }: Pick<ReportCase, "target_type" | "target_id">,
): Promise<Reported | null> => {
  if (target_type === "profile") return loadProfile(db, target_id);
  if (target_type === "feedback") return loadFeedback(db, target_id);
  return target_type === "message" ? null : loadJob(db, target_id);
};

/** `item` is null if it is gone, or not shown to visitors, and for a message, of which each view is recorded. */
export const loadReported = async (
  db: Db,
  found: Pick<ReportCase, "target_type" | "target_id">,
) => ({
  item: await loadItem(db, found),
});

/** A job's poster's other jobs, newest first, for admins; none if they could not be loaded. */
const loadOtherJobs = async (db: Db, jobId: string, poster: string) => {
  const { data, error } = await db
    .from("jobs")
    .select("id, title, status, posted_date, expires_at")
    .eq("user_id", poster)
    .neq("id", jobId)
    .order("posted_date", { ascending: false })
    .limit(MOST_OTHERS);
  if (error) return null;
  return data.map(({ id, title, status, posted_date, expires_at }) => ({
    path: `/job-directory?job=${id}`,
    title,
    note: `posted ${formatUnbrokenDay(posted_date)}${
      status === "open" && Date.parse(expires_at) > Date.now() ? "" : ", not open"
    }`,
  }));
};

/** How often it was reported besides; null if that could not be counted. */
const countOtherReports = async (
  db: Db,
  { id, target_type, target_id }: Pick<ReportCase, "id" | "target_type" | "target_id">,
): Promise<number | null> => {
  const { count } = await db
    .from("reports")
    .select("id", { count: "exact", head: true })
    .eq("target_type", target_type)
    .eq("target_id", target_id)
    .neq("id", id);
  return count;
};

/** What `loadReported` gives, how often it was reported, and for a job what else its poster has posted: null where that is not known. */
export const loadReportedForAdmin = async (
  db: Db,
  found: Pick<ReportCase, "id" | "target_type" | "target_id">,
): Promise<LoadedReport> => {
  const [{ item }, reports] = await Promise.all([
    loadReported(db, found),
    countOtherReports(db, found),
  ]);
  const others = item?.poster ? await loadOtherJobs(db, found.target_id, item.poster) : null;
  return { item, others, reports };
};

export interface LoadedReport {
  item: Reported | null;
  others?: Awaited<ReturnType<typeof loadOtherJobs>>;
  /** Other reports of it. */
  reports?: number | null;
}

export const REPORTED_NOT_LOADED = "Failed to load what was reported";
