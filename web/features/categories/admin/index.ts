export { loadManaged } from "./queries.ts";
export { CategoryManagementScreen } from "./screen.tsx";
