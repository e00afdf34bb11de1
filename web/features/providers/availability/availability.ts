import type { Hours } from "#domain/providers/opening-hours.ts";

/** When and where a provider works. */
export interface Availability {
  hours: Hours;
  places: string[];
  radius: string | null;
}

export const NO_AVAILABILITY: Availability = { hours: {}, places: [], radius: null };
