import { socialLinks } from "#domain/providers.ts";
import { type WorkSample, workSamples } from "#domain/providers-portfolio.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Db } from "#web/session/database.ts";

/** Everything on a provider's page. */
export interface ProviderProfile {
  id: string;
  firstName: string;
  lastName: string;
  name: string;
  businessName: string | null;
  title: string | null;
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
  /** False only for an owner who views a profile that the directory does not show. */
  listed: boolean;
  /** Data that only the owner gets, to edit it; null for everybody else. */
  own: OwnFields | null;
}

interface OwnFields {
  /** The row's version: an edit is only written over the one that was read. */
  updatedAt: string;
  phone: string;
  showPhone: boolean;
  /** As stored, including networks without a field. */
  socialLinks: unknown;
}

/** The public view of a provider, or null if this id has none. */
export const loadProvider = async (db: Db, id: string): Promise<ProviderProfile | null> => {
  if (!isUuid(id)) return null;
  const { data, error } = await db
    .from("public_providers")
    .select("*")
    .eq("user_id", id)
    .maybeSingle();
  if (error) throw error;
  if (!data) return null;
  return {
    id,
    firstName: data.first_name ?? "",
    lastName: data.last_name ?? "",
    name: data.name ?? "",
    businessName: data.business_name,
    title: data.title,
    bio: data.bio,
    location: data.location,
    phone: data.phone_number,
    imageUrl: data.image_url,
    joined: data.created_at ?? "",
    selections: data.selections ?? [],
    skills: (data.skills ?? []) as ProviderProfile["skills"],
    links: socialLinks(data.social_links),
    samples: workSamples(data.work_samples),
    ratingAverage: data.rating_average,
    ratingCount: data.rating_count ?? 0,
    listed: true,
    own: null,
  };
};

/** The owner's own profile, also while it is hidden, inactive or without membership. */
export const loadOwnProvider = async (db: Db, id: string): Promise<ProviderProfile | null> => {
  const [listed, { data, error }] = await Promise.all([
    loadProvider(db, id),
    db.from("profiles").select("*").eq("id", id).maybeSingle(),
  ]);
  if (error) throw error;
  if (data?.account_type !== "provider") return listed;
  return {
    id,
    firstName: data.first_name,
    lastName: data.last_name,
    name: `${data.first_name} ${data.last_name}`.trim(),
    businessName: data.business_name,
    title: listed?.title ?? null,
    bio: data.bio,
    location: data.location,
    phone: data.show_phone ? data.phone_number : null,
    imageUrl: data.profile_image_url,
    joined: data.created_at,
    selections: data.categories,
    skills: (data.skills ?? []) as ProviderProfile["skills"],
    links: socialLinks(data.social_links),
    samples: workSamples(data.work_samples),
    ratingAverage: listed?.ratingAverage ?? null,
    ratingCount: listed?.ratingCount ?? 0,
    listed: listed !== null,
    own: {
      updatedAt: data.updated_at,
      phone: data.phone_number ?? "",
      showPhone: data.show_phone,
      socialLinks: data.social_links,
    },
  };
};
