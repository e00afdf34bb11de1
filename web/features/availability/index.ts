export { AreaServed } from "./area-served.tsx";
export { OpeningHours } from "./opening-hours.tsx";
export { type Availability, loadAvailability, NOTHING_SAID } from "./queries.ts";
