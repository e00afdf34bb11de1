export { DeleteAccount } from "./delete-account.tsx";
export { reportCancelledDeletion } from "./deletion-cancelled.ts";
export { DownloadData } from "./download-data.tsx";
export { SupportAccess } from "./support-access.tsx";
export { loadSupport, loadSupportUntil, type Support } from "./support-queries.ts";
