import {
  type ConnectionOptions,
  createDatabase,
  type Database,
} from "#backend/core/database/database.ts";
import type { Log } from "#backend/core/log.ts";
import type { Project } from "#backend/core/project/project.ts";
import { type Ledger, migrateToLedger } from "#backend/migrate-backend.ts";

/** What the tables of a site are made from. */
export interface Sources {
  project: Project;
  /** Schemas that the program makes when it first needs them, by name. */
  onDemand: Readonly<Record<string, (db: Database) => Promise<void>>>;
  log: Log;
}

/** Makes, in an empty database, the tables of another one with this ledger and these schemas; see `migrateToLedger`. */
export const makeTables = async (
  connection: ConnectionOptions,
  { project, onDemand, log }: Sources,
  ledger: Ledger,
  schemas: ReadonlySet<string>,
  restoring: string | null = null,
): Promise<void> => {
  await migrateToLedger({ connection }, project, ledger, log, restoring);
  const db = createDatabase({ connection, size: 1, log });
  try {
    for (const [name, make] of Object.entries(onDemand)) if (schemas.has(name)) await make(db);
  } finally {
    await db.close();
  }
};

export const schemasOf = (tables: readonly { schema: string }[]): Set<string> =>
  new Set(tables.map(({ schema }) => schema));
