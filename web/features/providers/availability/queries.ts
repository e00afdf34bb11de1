import { type Hours, hoursOf } from "#domain/providers-opening-hours.ts";
import type { Db } from "#web/session/database.ts";

/** When and where a provider works. */
export interface Availability {
  hours: Hours;
  places: string[];
  radius: string | null;
}

export const NO_AVAILABILITY: Availability = { hours: {}, places: [], radius: null };

/** For a listed provider public, otherwise for the owner alone. */
export const loadAvailability = async (db: Db, providerId: string): Promise<Availability> => {
  const { data, error } = await db
    .from("availability")
    .select("hours, places, radius")
    .eq("provider_id", providerId)
    .maybeSingle();
  if (error) throw error;
  return data ? { ...data, hours: hoursOf(data.hours) } : NO_AVAILABILITY;
};
