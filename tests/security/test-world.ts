import { perFile } from "#backend/tests/per-file.ts";
import { startWorld, type World } from "#tests/security/people.ts";

/** The world of a file of tests. */
export const testWorld = (): World => perFile(startWorld);
