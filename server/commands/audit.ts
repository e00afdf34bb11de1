import "../environment.ts";

import { callRunningSite } from "./call-running-site.ts";
import { readArguments, runCommand, say } from "./command.ts";

interface Part {
  checked: number;
  next: number | null;
  broken: { position: number | null; entry: number; why: string } | null;
}

/**
 * `npm run audit`: the running site checks its audit log link by link, and the first broken link is printed
 * (exit code 2).
 */
const USAGE = "npm run audit";

const main = async (): Promise<void> => {
  readArguments(USAGE, {});
  const call = await callRunningSite(process.env);

  let checked = 0;
  let after: number | null = 0;
  while (after !== null) {
    const part: Part = await call("POST", "/rest/v1/rpc/verify_audit_log", {
      after_position: after,
    });
    if (part.broken) {
      const { position, entry, why } = part.broken;
      say(`Broken at entry ${entry}${position ? ` (link ${position})` : ""}: ${why}.`);
      process.exitCode = 2;
      return;
    }
    checked += part.checked;
    after = part.next;
  }
  say(`${checked} entries checked, each as it was written.`);
};

runCommand(main);
