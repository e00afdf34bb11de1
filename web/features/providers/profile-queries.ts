import { hoursOf } from "#domain/providers/opening-hours.ts";
import type { ResponseFacts } from "#domain/providers/response.ts";
import type { FeedbackQuote, OfferedService } from "#domain/providers/results.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { ListedProvider } from "#supabase/database.ts";
import type { Db } from "#web/session/database.ts";
import type { Profile } from "#web/session/session.ts";
import { type Availability, NO_AVAILABILITY } from "./availability/availability.ts";

/** What only the directory and other lists show. */
type Elsewhere =
  | "categories"
  | "is_visible"
  | "main_category"
  | "membership_status"
  | "modified_at"
  | "picture"
  | "plan_type"
  | "promo_code"
  | "title"
  | "updated_at"
  | "user_id";

/** What a provider's page says of the provider: a row of `public_providers`. */
export type ProviderProfile = Omit<ListedProvider, Elsewhere> & {
  /** False only for an owner who views a profile that the directory does not show. */
  listed: boolean;
  /** The row itself, for the owner to edit; null for everybody else. */
  own: Profile | null;
};

export interface ProviderPage {
  /** Null if this id has no public profile. */
  provider: ProviderProfile | null;
  services: OfferedService[];
  availability: Availability;
  response: ResponseFacts | null;
  /** The newest feedback. */
  latest: FeedbackQuote[];
  /** The account is deleted, or no longer a provider's. */
  departed: boolean;
}

/** The page of a provider, as visitors see it; its owner also gets services and hours that are not public. */
export const loadProviderPage = async (db: Db, id: string): Promise<ProviderPage> => {
  const none = {
    provider: null,
    services: [],
    availability: NO_AVAILABILITY,
    response: null,
    latest: [],
  };
  if (!isUuid(id)) return { ...none, departed: false };
  const { data } = await db.rpc("provider_page", { provider_id: id }, { get: true }).throwOnError();
  const { provider, availability } = data;
  return {
    ...data,
    availability: availability
      ? { ...availability, hours: hoursOf(availability.hours) }
      : NO_AVAILABILITY,
    provider: provider && { ...provider, listed: true, own: null },
  };
};

/** What the page says of a provider, from the row that the owner edits. */
export const shownOf = (own: Profile) => ({
  ...own,
  name: `${own.first_name} ${own.last_name}`.trim(),
  image_url: own.profile_image_url,
  phone_number: own.show_phone ? own.phone_number : null,
  selections: own.categories,
});

const NO_RATING = {
  rating_average: null,
  rating_count: 0,
  verified_average: null,
  verified_count: 0,
};

/** The owner's own page, also while the profile is hidden, inactive or without membership. */
export const loadOwnProviderPage = async (db: Db, id: string): Promise<ProviderPage> => {
  const [page, { data: own }] = await Promise.all([
    loadProviderPage(db, id),
    db.from("profiles").select("*").eq("id", id).maybeSingle().throwOnError(),
  ]);
  if (own?.account_type !== "provider") return page;
  const { provider } = page;
  return {
    ...page,
    provider: { ...NO_RATING, ...provider, ...shownOf(own), listed: provider !== null, own },
  };
};
