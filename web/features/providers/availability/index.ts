export { AreaServed } from "./area-served.tsx";
export { OpeningHours } from "./opening-hours.tsx";
export { type Availability, loadAvailability, NO_AVAILABILITY } from "./queries.ts";
