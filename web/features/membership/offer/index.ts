export { Benefits } from "./benefits.tsx";
export { couponsLeft, loadFreeYearsLeft } from "./coupons-left.ts";
export { membershipOffer } from "./membership-offer.ts";
export { MembershipPrice } from "./membership-price.tsx";
export { Questions } from "./questions.tsx";
export { TickList } from "./tick-list.tsx";
