export { DeleteAccount } from "./delete-account.tsx";
export { DownloadData } from "./download-data.tsx";
export { recordExportTime } from "./kept.ts";
export { SupportAccess } from "./support-access.tsx";
export { loadSupport, loadSupportUntil, type Support } from "./support-queries.ts";
