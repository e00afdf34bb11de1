import { type Area, NO_AREA } from "#domain/providers/area.ts";
import type { Hours } from "#domain/providers/opening-hours.ts";

/** When and where a provider works. */
export interface Availability extends Area {
  hours: Hours;
}

export const NO_AVAILABILITY: Availability = { hours: {}, ...NO_AREA };
