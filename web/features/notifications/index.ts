export { NotificationsTab } from "./notifications-tab.tsx";
export { loadNotifications, type Notifications } from "./queries.ts";
export { UnsubscribeScreen } from "./unsubscribe-screen.tsx";
