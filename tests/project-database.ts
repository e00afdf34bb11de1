import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

/** The project's database of a file of tests. */
export const projectDatabase = () => perFile(() => testDatabase({ project: THE_PROJECT }));
