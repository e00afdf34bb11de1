export { MembershipScreen } from "./membership-screen.tsx";
export { loadFreeYearsLeft, loadMembershipFigures, type MembershipData } from "./queries.ts";
