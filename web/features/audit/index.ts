export { loadAudit, readAuditSearch } from "./queries.ts";
export { AuditScreen } from "./screen.tsx";
