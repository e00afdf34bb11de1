export { MembershipScreen } from "./membership-screen.tsx";
export { loadFreeYearsLeft, type MembershipData } from "./queries.ts";
