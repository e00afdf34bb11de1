import { socialLinks } from "#domain/providers.ts";
import { hoursOf } from "#domain/providers-opening-hours.ts";
import { type WorkSample, workSamples } from "#domain/providers-portfolio.ts";
import type { ResponseFacts } from "#domain/providers-response.ts";
import type { FeedbackQuote, OfferedService } from "#domain/providers-results.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "#supabase/database.ts";
import type { Db } from "#web/session/database.ts";
import { type Availability, NO_AVAILABILITY } from "./availability/index.ts";

/** What a provider's page says of the provider. */
export interface ProviderProfile {
  id: string;
  name: string;
  businessName: string | null;
  bio: string | null;
  location: string | null;
  phone: string | null;
  imageUrl: string | null;
  joined: string;
  selections: string[];
  skills: { name: string; category: string }[];
  links: { network: string; url: string }[];
  samples: WorkSample[];
  ratingAverage: number | null;
  ratingCount: number;
  /** Of verified hires alone. */
  verifiedAverage: number | null;
  verifiedCount: number;
  /** False only for an owner who views a profile that the directory does not show. */
  listed: boolean;
  /** Data that only the owner gets, to edit it; null for everybody else. */
  own: OwnFields | null;
}

interface OwnFields {
  /** The row's version: an edit is only written over the one that was read. */
  updatedAt: string;
  firstName: string;
  lastName: string;
  phone: string;
  showPhone: boolean;
  /** As stored, including networks without a field. */
  socialLinks: unknown;
}

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
  const { data, error } = await db.rpc("provider_page", { provider_id: id }, { get: true });
  if (error) throw error;
  const { provider, availability } = data;
  return {
    ...data,
    availability: availability
      ? { ...availability, hours: hoursOf(availability.hours) }
      : NO_AVAILABILITY,
    provider: provider && {
      id,
      name: provider.name,
      businessName: provider.business_name,
      bio: provider.bio,
      location: provider.location,
      phone: provider.phone_number,
      imageUrl: provider.image_url,
      joined: provider.created_at,
      selections: provider.selections,
      skills: provider.skills as ProviderProfile["skills"],
      links: socialLinks(provider.social_links),
      samples: workSamples(provider.work_samples),
      ratingAverage: provider.rating_average,
      ratingCount: provider.rating_count,
      verifiedAverage: provider.verified_average,
      verifiedCount: provider.verified_count,
      listed: true,
      own: null,
    },
  };
};

const ownProfile = (
  row: Database["public"]["Tables"]["profiles"]["Row"],
  listed: ProviderProfile | null,
): ProviderProfile => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  businessName: row.business_name,
  bio: row.bio,
  location: row.location,
  phone: row.show_phone ? row.phone_number : null,
  imageUrl: row.profile_image_url,
  joined: row.created_at,
  selections: row.categories,
  skills: row.skills as ProviderProfile["skills"],
  links: socialLinks(row.social_links),
  samples: workSamples(row.work_samples),
  ratingAverage: listed?.ratingAverage ?? null,
  ratingCount: listed?.ratingCount ?? 0,
  verifiedAverage: listed?.verifiedAverage ?? null,
  verifiedCount: listed?.verifiedCount ?? 0,
  listed: listed !== null,
  own: {
    updatedAt: row.updated_at,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone_number ?? "",
    showPhone: row.show_phone,
    socialLinks: row.social_links,
  },
});

/** The owner's own page, also while the profile is hidden, inactive or without membership. */
export const loadOwnProviderPage = async (db: Db, id: string): Promise<ProviderPage> => {
  const [page, { data, error }] = await Promise.all([
    loadProviderPage(db, id),
    db.from("profiles").select("*").eq("id", id).maybeSingle(),
  ]);
  if (error) throw error;
  if (data?.account_type !== "provider") return page;
  return { ...page, provider: ownProfile(data, page.provider) };
};
