import "./environment.ts";

import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadKeys } from "#backend/kernel/keys.ts";
import { readConfig } from "./config.ts";

/**
 * `npm run reconcile [-- --check]`: asks the running site to compare the payment provider with the
 * database, page by page, and to mend the database; with --check it only reports. The address is
 * SITE_URL, or that of a local start; the key is the one of DATA_DIR, or SUPABASE_SERVICE_ROLE_KEY.
 */
interface Report {
  checked: number;
  receipts: number;
  next: string | null;
  differences: { member: string; subscription: string; changes: string[]; mended: boolean }[];
}

const say = (line: string) => process.stdout.write(`${line}\n`);

const main = async (): Promise<void> => {
  const { values: flags } = parseArgs({ options: { check: { type: "boolean" } } });
  const config = readConfig(process.env);
  const address = config.SUPABASE_URL ?? config.SITE_URL ?? `http://localhost:${config.PORT}`;
  const dataDir = path.resolve(config.DATA_DIR);
  if (!config.SUPABASE_SERVICE_ROLE_KEY && !existsSync(path.join(dataDir, "keys.json"))) {
    throw new Error(`DATA_DIR (${config.DATA_DIR}) holds no keys: set it to the running site's.`);
  }
  const key = config.SUPABASE_SERVICE_ROLE_KEY ?? (await loadKeys(dataDir)).api.serviceRole;
  const total = { checked: 0, receipts: 0, different: 0, left: 0 };
  let after: string | null = null;
  do {
    const answer = await fetch(`${address.replace(/\/+$/, "")}/functions/v1/reconcile-payments`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        apikey: key,
        "content-type": "application/json",
      },
      body: JSON.stringify({ after, checkOnly: flags.check ?? false }),
    });
    if (!answer.ok) {
      throw new Error(`The site answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    }
    const report = (await answer.json()) as Report;
    for (const { member, subscription, changes, mended } of report.differences) {
      say(`${member} ${subscription}: ${changes.join("; ")} (${mended ? "mended" : "not mended"})`);
      if (!mended) total.left += 1;
    }
    total.checked += report.checked;
    total.receipts += report.receipts;
    total.different += report.differences.length;
    after = report.next;
  } while (after);
  say(
    `${total.checked} subscriptions compared, ${total.different} differed, ${total.receipts} missing receipts written.`,
  );
  if (total.left > 0) process.exitCode = 2;
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
