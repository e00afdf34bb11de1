export { loadMails } from "./admin/queries.ts";
export { NotificationsTab } from "./notifications-tab.tsx";
export type { Notifications } from "./queries.ts";
