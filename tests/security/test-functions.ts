import { perFile } from "#backend/tests/per-file.ts";
import { type Functions, startFunctions } from "#tests/functions.ts";

/** The functions of a file of tests, and what they talk to. */
export const testFunctions = (): Functions => perFile(startFunctions);
