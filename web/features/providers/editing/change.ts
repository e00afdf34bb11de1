import type { ReactNode } from "react";
import type { ProfileText } from "#domain/accounts/fields.ts";
import type { Profile } from "#web/session/session.ts";
import { type ProviderProfile, shownOf } from "../profile-queries.ts";

/** What the owner may change on the page itself, by the columns' names (spec 2 section 7). */
export type Change = Partial<
  Pick<Profile, ProfileText | "show_phone" | "social_links" | "skills" | "profile_image_url">
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
  if (!provider.own) return provider;
  const own = { ...provider.own, ...change };
  return { ...provider, ...shownOf(own), own };
};
