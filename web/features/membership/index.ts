export { MembershipScreen } from "./membership-screen.tsx";
