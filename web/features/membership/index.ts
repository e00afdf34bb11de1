export { type Described, gapsIn, ideasFor } from "./ideas.ts";
export { Benefits, MembershipPrice, Questions, TickList } from "./offer.tsx";
export type { Membership } from "./subscription/subscription.ts";
export { SubscriptionTab } from "./subscription/subscription-tab.tsx";
