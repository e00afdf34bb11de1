import type { MembershipWorth } from "#domain/statistics-results.ts";
import type { Membership } from "#web/features/accounts/index.ts";
import type { JobsOfTrade } from "#web/features/accounts/profile/index.ts";
import type { Lead } from "./leads.ts";

/** The page's data for one person; each null if it could not be loaded, or does not concern them. */
export interface MembershipData {
  /** Whether they were loaded for a member; they are loaded again when that changes. */
  member: boolean;
  membership: Membership | null;
  worth: MembershipWorth | null;
  leads: Lead[] | null;
  freeYearsLeft: number | null;
  jobs: JobsOfTrade | null;
}
