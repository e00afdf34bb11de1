import type { ReactNode } from "react";
import { socialLinks } from "#domain/providers.ts";
import type { Database } from "#supabase/database.ts";
import type { ProviderProfile } from "../profile-queries.ts";

type Row = Database["public"]["Tables"]["profiles"]["Update"];

/** What the owner may change on the page itself, by the columns' names (spec 2 section 7). */
export type Change = Pick<
  Row,
  | "bio"
  | "first_name"
  | "last_name"
  | "business_name"
  | "location"
  | "phone_number"
  | "show_phone"
  | "social_links"
  | "skills"
  | "profile_image_url"
>;

export interface Editing {
  /** The page with unsaved changes applied. */
  provider: ProviderProfile;
  /** Shows the change at once, writes it, and reverses it if that fails. @returns why, or nothing */
  save: (change: Change) => Promise<string | undefined>;
}

/** A part of the page that its owner edits. */
export interface OwnersPart {
  editing: Editing;
  heading: ReactNode;
  children: ReactNode;
}

export const CHANGED_ELSEWHERE =
  "This was changed in another window. Save to replace it, or cancel.";

/** The page with the change applied: shown while it is being saved. */
export const withChange = (provider: ProviderProfile, change: Change): ProviderProfile => {
  const own = provider.own && {
    ...provider.own,
    firstName: change.first_name ?? provider.own.firstName,
    lastName: change.last_name ?? provider.own.lastName,
    phone: change.phone_number === undefined ? provider.own.phone : (change.phone_number ?? ""),
    showPhone: change.show_phone ?? provider.own.showPhone,
    socialLinks: change.social_links ?? provider.own.socialLinks,
  };
  const changed = <T>(next: T | undefined, now: T): T => (next === undefined ? now : next);
  return {
    ...provider,
    own,
    name: own ? `${own.firstName} ${own.lastName}`.trim() : provider.name,
    bio: changed(change.bio, provider.bio),
    businessName: changed(change.business_name, provider.businessName),
    location: changed(change.location, provider.location),
    imageUrl: changed(change.profile_image_url, provider.imageUrl),
    phone: own ? (own.showPhone && own.phone) || null : provider.phone,
    links: change.social_links ? socialLinks(change.social_links) : provider.links,
    skills: change.skills ? (change.skills as ProviderProfile["skills"]) : provider.skills,
  };
};
