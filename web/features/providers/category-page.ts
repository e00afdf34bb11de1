import { findBySlug, type Place, slugOf } from "#domain/categories.ts";
import { NO_FILTER } from "#domain/jobs.ts";
import { loadCategoryGroups } from "#web/features/categories/index.ts";
import { type Job, loadJobs } from "#web/features/jobs/index.ts";
import type { Db } from "#web/session/site.ts";
import type { ProviderCard } from "./queries.ts";

interface Facts {
  total: number;
  rated: number;
  rating_count: number;
  rating_average: number | null;
  /** As most of those who are there write it; null for the whole country. */
  town: string | null;
  /** The other towns with the most of them. */
  towns: { slug: string; name: string; providers: number }[];
  /** How many there are by selection. */
  parts: Record<string, number>;
  /** The best rated, at most eight. */
  providers: ProviderCard[];
}

export interface CategoryPage extends Facts {
  place: Place;
  townSlug: string | null;
  jobs: Job[];
  jobCount: number;
}

/** Where the page of a category leads that was merged into another; null when there was none. */
export const loadMovedSlug = async (db: Db, slug: string): Promise<string | null> => {
  const { data, error } = await db.rpc("category_moved", { slug }, { get: true });
  if (error) throw error;
  const moved = data === null ? null : slugOf(data);
  return moved === slug ? null : moved;
};

/** A category's page, for the whole country or for one town; null when there is no such page. */
export const loadCategoryPage = async (
  db: Db,
  slug: string,
  townSlug: string | null,
): Promise<CategoryPage | null> => {
  const place = findBySlug(await loadCategoryGroups(db), slug);
  if (!place) return null;
  const { data, error } = await db.rpc(
    "category_page",
    { category: place.selection, ...(townSlug === null ? {} : { town_slug: townSlug }) },
    { get: true },
  );
  if (error) throw error;
  const facts = data as unknown as Facts;
  // Any word can stand in an address; a town is where somebody is.
  if (townSlug !== null && facts.town === null) return null;
  const wanted = { ...NO_FILTER, category: place.selection, location: facts.town ?? "" };
  const { jobs, total: jobCount } = await loadJobs(db, wanted, 1);
  return { ...facts, place, townSlug, jobs, jobCount };
};
