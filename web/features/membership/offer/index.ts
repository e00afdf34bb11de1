export { BENEFITS, Benefits } from "./benefits.tsx";
export { couponsLeft, loadFreeYearsLeft } from "./coupons-left.ts";
export { MembershipPrice } from "./membership-price.tsx";
export { Questions } from "./questions.tsx";
export { TickList } from "./tick-list.tsx";
export { useFreeYearsLeft, useMembershipOffer } from "./use-membership-offer.ts";
