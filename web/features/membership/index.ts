export { type Described, gapsIn, ideasFor } from "./ideas.ts";
export { Benefits } from "./offer/benefits.tsx";
export { MembershipPrice } from "./offer/membership-price.tsx";
export { Questions } from "./offer/questions.tsx";
export { TickList } from "./offer/tick-list.tsx";
export type { Membership } from "./subscription/subscription.ts";
export { SubscriptionTab } from "./subscription/subscription-tab.tsx";
