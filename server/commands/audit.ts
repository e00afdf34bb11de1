import "../environment.ts";

import { callRunningSite } from "./call-running-site.ts";
import { readArguments, runCommand, say } from "./command.ts";

interface Part {
  checked: number;
  next: number | null;
  head: string | null;
  broken: { position: number | null; entry: number; why: string } | null;
}

/**
 * `npm run audit`: the running site checks its audit log link by link, and the first broken link is printed
 * (exit code 2). The last line names the head of the chain. Store it elsewhere: `-- --head HASH` then also
 * detects a log that was cut short or rewritten.
 */
const USAGE = "npm run audit [-- --head HASH]";

const main = async (): Promise<void> => {
  const { values: flags } = readArguments(USAGE, { options: { head: { type: "string" } } });
  const call = await callRunningSite(process.env);

  let checked = 0;
  let head: string | null = null;
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
    head = part.head ?? head;
    after = part.next;
  }
  if (
    flags.head &&
    !(await call<boolean>("POST", "/rest/v1/rpc/is_audit_head_valid", { head: flags.head }))
  ) {
    say("Broken: the head you kept is not in the chain. The log was cut short or rewritten.");
    process.exitCode = 2;
    return;
  }
  say(`${checked} entries checked, each as it was written. Head: ${head ?? "none yet"}`);
};

runCommand(main);
