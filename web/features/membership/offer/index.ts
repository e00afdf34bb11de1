export { Benefits } from "./benefits.tsx";
export { couponsLeft } from "./coupons-left.ts";
export { MembershipPrice } from "./membership-price.tsx";
export { TickList } from "./tick-list.tsx";
