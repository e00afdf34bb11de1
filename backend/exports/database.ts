/** A PostgreSQL, wherever it runs. */
export { parseConnectionUrl } from "../core/database/connection-url.ts";
export {
  type ConnectionOptions,
  createDatabase,
  type Database,
  type Queryable,
} from "../core/database/database.ts";
export { OLDEST_POSTGRESQL, unmetRequirements } from "../core/database/requirements.ts";
