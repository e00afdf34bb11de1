import { cheapestOf } from "#domain/providers/prices.ts";
import type { ProviderCard } from "#domain/providers/results.ts";
import type { Db } from "#web/session/database.ts";

/** Lists of one person are short; this limits a page's request. */
const LONGEST = 200;

export interface SavedProvider {
  id: string;
  /** Null if they are no longer in the directory. */
  listed: ProviderCard | null;
}

/** Saved professionals, newest first: the ids, then the public rows that still exist, and their prices. */
export const loadSavedProviders = async (db: Db, userId: string): Promise<SavedProvider[]> => {
  const saved = await db
    .from("saved_providers")
    .select("provider_id")
    .eq("user_id", userId)
    .order("created_at", { ascending: false })
    .limit(LONGEST)
    .throwOnError();
  const ids = saved.data.map(({ provider_id }) => provider_id);
  if (ids.length === 0) return [];
  const [rows, services] = await Promise.all([
    db
      .from("public_providers")
      .select(
        "id, name, business_name, bio, image_url, location, title, rating_average, rating_count, main_category, picture",
      )
      .in("id", ids)
      .throwOnError(),
    db
      .from("services")
      .select("provider_id, price_pence, unit")
      .in("provider_id", ids)
      .not("price_pence", "is", null)
      // What a limit of rows leaves out is then no lowest price.
      .order("price_pence"),
  ]);
  return saved.data.map(({ provider_id: id }) => {
    const row = rows.data.find((provider) => provider.id === id);
    // The list is useful without prices.
    const cheapest = cheapestOf(services.data?.filter((one) => one.provider_id === id) ?? []);
    const listed = row && {
      ...row,
      user_id: id,
      name: row.name ?? "Unknown",
      rating_count: row.rating_count ?? 0,
      price_pence: cheapest?.price_pence,
      price_unit: cheapest?.unit,
    };
    return { id, listed: listed ?? null };
  });
};

/** A provider's saved jobs, newest first. */
export const loadSavedJobs = async (db: Db): Promise<SavedJob[]> => {
  const { data } = await db.rpc("my_saved_jobs").throwOnError();
  return data;
};

export interface SavedJob {
  job_id: string;
  /** Null if it is neither readable nor said what it was. */
  title: string | null;
  location: string | null;
  budget: string | null;
  posted_date: string;
  /** It is open, or the provider was hired for it. */
  readable: boolean;
  /** The provider's own quote for it is with the client. */
  quoted: boolean;
}

/** A list whose loading may have failed: then it is null, and the page around it is still shown. */
export const orNull = <T>(loading: Promise<T>): Promise<T | null> =>
  loading.catch((error: unknown) => {
    console.warn(error);
    return null;
  });
