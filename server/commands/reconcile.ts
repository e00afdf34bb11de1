import "../environment.ts";

import { callRunningSite } from "./call-running-site.ts";
import { readArguments, runCommand, say } from "./command.ts";

interface Report {
  checked: number;
  receipts: number;
  refunds: number;
  next: string | null;
  differences: { member: string; subscription: string; changes: string[]; mended: boolean }[];
}

/**
 * `npm run reconcile [-- --check]`: the running site compares the payment provider with the database, page
 * by page, and repairs the database; with --check it only reports.
 */
const USAGE = "npm run reconcile [-- --check]";

const main = async (): Promise<void> => {
  const { values: flags } = readArguments(USAGE, { options: { check: { type: "boolean" } } });
  const call = await callRunningSite(process.env);
  const total = { checked: 0, receipts: 0, refunds: 0, different: 0, left: 0 };
  let after: string | null = null;
  do {
    const report: Report = await call("POST", "/functions/v1/reconcile-payments", {
      after,
      checkOnly: flags.check ?? false,
    });
    for (const { member, subscription, changes, mended } of report.differences) {
      say(`${member} ${subscription}: ${changes.join("; ")} (${mended ? "mended" : "not mended"})`);
      if (!mended) total.left += 1;
    }
    total.checked += report.checked;
    total.receipts += report.receipts;
    total.refunds += report.refunds;
    total.different += report.differences.length;
    after = report.next;
  } while (after);
  say(
    `${total.checked} subscriptions compared, ${total.different} differed, ${total.receipts} missing receipts written, ${total.refunds} refunds differed.`,
  );
  if (total.left > 0) process.exitCode = 2;
};

runCommand(main);
