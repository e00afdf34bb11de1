import type { Backend } from "#backend/backend.ts";
import { systemClock } from "#backend/kernel/clock.ts";
import type { Log } from "#backend/kernel/log.ts";
import { declineSample, hasSample, loadSample, sampleSignIns } from "./sample.ts";

/**
 * Loads the sample marketplace on a fresh database, or remembers that it is not wanted, and prints
 * whom one can sign in as. Its pictures are drawn afterwards, while the site already answers.
 */
export const startSample = async ({
  backend,
  skip,
  log,
  say,
}: {
  backend: Backend;
  skip: boolean;
  log: Log;
  say: (line: string) => void;
}): Promise<void> => {
  const { db } = backend;
  if (skip) await declineSample(db);
  else await loadSample({ db, clock: systemClock, log });
  if (!(await hasSample(db))) return;
  say("Sample sign-ins");
  for (const { what, email, password } of sampleSignIns) say(`  ${what}: ${email} / ${password}`);
  say("  Admin: make the first one at /admin-signup");
};
