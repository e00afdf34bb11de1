export { loadLeads } from "./leads.ts";
export { MembershipScreen } from "./membership-screen.tsx";
export { loadFreeYearsLeft } from "./offer/index.ts";
export type { MembershipData } from "./queries.ts";
