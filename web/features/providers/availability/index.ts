export { AreaServed } from "./area-served.tsx";
export { type Availability, NO_AVAILABILITY } from "./availability.ts";
export { OpenMark, OpenNow } from "./open-now.tsx";
export { OpeningHours } from "./opening-hours.tsx";
export { AvailabilityRows } from "./rows.tsx";
