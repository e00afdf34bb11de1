/** A Supabase CLI project folder: its configuration, its keys, its schema in a database. */
export { loadProject, type Project, type ProjectConfig } from "../core/project/project.ts";
export { type Keys, loadKeys } from "../core/tokens/keys.ts";
export { sameSecret } from "../core/tokens/tokens.ts";
export { migrateBackend } from "../migrate-backend.ts";
