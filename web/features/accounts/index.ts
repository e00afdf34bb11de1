// What other features need of accounts; its screens are entered by their routes.
export { SubscriptionTab } from "./subscription-tab.tsx";
