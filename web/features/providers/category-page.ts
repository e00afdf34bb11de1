import { findBySlug, type Place, slugOf } from "#domain/categories/categories.ts";
import { NO_FILTER } from "#domain/jobs/jobs.ts";
import type { CategoryFacts, FeedbackQuote } from "#domain/providers/results.ts";
import { loadCategoryGroups } from "#web/features/categories/index.ts";
import { loadQuotesOf } from "#web/features/feedback/index.ts";
import { type Job, loadJobs } from "#web/features/jobs/index.ts";
import type { Db } from "#web/session/database.ts";
import { forCard, loadFurther, type ProviderCard } from "./queries.ts";

export interface CategoryPage extends CategoryFacts {
  place: Place;
  townSlug: string | null;
  jobs: Job[];
  jobCount: number;
  /** In a town with few: the nearest others. */
  further: readonly ProviderCard[];
  /** In a town with one: the newest feedback about them. */
  reviews: readonly FeedbackQuote[];
}

/** A town with fewer is shown with others around it: as many as fill a row. */
const FEW = 3;
/** As many as fit beside a single card. */
const REVIEWS = 2;

/** The category that a merged one's page redirects to; null if it was not merged. */
export const loadMovedSlug = async (db: Db, slug: string): Promise<string | null> => {
  const { data } = await db.rpc("category_moved", { slug }, { get: true }).throwOnError();
  const moved = data === null ? null : slugOf(data);
  return moved === slug ? null : moved;
};

/** A category's page, for the whole country or for one town; null if there is no such page. */
export const loadCategoryPage = async (
  db: Db,
  slug: string,
  townSlug: string | null,
): Promise<CategoryPage | null> => {
  const place = findBySlug(await loadCategoryGroups(db), slug);
  if (!place) return null;
  const { data } = await db
    .rpc(
      "category_page",
      { category: place.selection, ...(townSlug === null ? {} : { town_slug: townSlug }) },
      { get: true },
    )
    .throwOnError();
  // An address may contain any word; a town is one where a provider is.
  if (townSlug !== null && data.town === null) return null;
  const wanted = { ...NO_FILTER, category: place.selection, location: data.town ?? "" };
  const providers = data.providers.map(forCard);
  // Fifty miles at most, the next distance from four times this.
  const search = {
    service: "",
    category: place.selection,
    location: data.town ?? "",
    within: 12,
    page: 1,
  };
  const [only] = providers;
  const few = data.town !== null && data.total < FEW;
  const [{ jobs, total: jobCount }, further, reviews] = await Promise.all([
    loadJobs(db, wanted, 1),
    few ? loadFurther(db, search, providers) : [],
    few && only && providers.length === 1 && data.rating_count > 0
      ? loadQuotesOf(db, only.user_id, REVIEWS)
      : [],
  ]);
  return {
    ...data,
    providers,
    place,
    townSlug,
    jobs,
    jobCount,
    further: further.slice(0, FEW),
    reviews,
  };
};
