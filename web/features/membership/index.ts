export { MembershipScreen } from "./membership-screen.tsx";
export { loadFreeYearsLeft } from "./offer/index.ts";
export { loadContacts, type MembershipData } from "./queries.ts";
