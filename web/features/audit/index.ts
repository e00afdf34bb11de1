export { LatestChanges } from "./latest-changes.tsx";
export { loadAudit, loadLatestChanges, readAuditSearch } from "./queries.ts";
export { AuditScreen } from "./screen.tsx";
