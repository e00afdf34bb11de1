/** What is written from a project: types from its database, SQL from its data files. */
export { dataFilesSql } from "../core/database/data-files.ts";
export { generateTypes } from "../rest/typegen.ts";
