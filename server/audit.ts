import "./environment.ts";

import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadKeys } from "#backend/kernel/keys.ts";
import { readConfig } from "./config.ts";

/**
 * `npm run audit`: asks the running site to check its audit log link by link, and prints the first
 * that is broken (exit code 2). The last line names the head of the chain: kept elsewhere, and given
 * back as `-- --head HASH`, it also finds a log that was cut short or written anew. The
 * address is SITE_URL, or that of a local start; the key is the one of DATA_DIR, or
 * SUPABASE_SERVICE_ROLE_KEY.
 */
interface Part {
  checked: number;
  next: number | null;
  head: string | null;
  broken: { position: number | null; entry: number; why: string } | null;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

const main = async (): Promise<void> => {
  const config = readConfig(process.env);
  const address = config.SUPABASE_URL ?? config.SITE_URL ?? `http://localhost:${config.PORT}`;
  const dataDir = path.resolve(config.DATA_DIR);
  if (!config.SUPABASE_SERVICE_ROLE_KEY && !existsSync(path.join(dataDir, "keys.json"))) {
    throw new Error(`DATA_DIR (${config.DATA_DIR}) holds no keys: set it to the running site's.`);
  }
  const key = config.SUPABASE_SERVICE_ROLE_KEY ?? (await loadKeys(dataDir)).api.serviceRole;
  const ask = async <Answer>(name: string, body: object): Promise<Answer> => {
    const answer = await fetch(`${address.replace(/\/+$/, "")}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        apikey: key,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) {
      throw new Error(`The site answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    }
    return (await answer.json()) as Answer;
  };
  const { values: flags } = parseArgs({ options: { head: { type: "string" } } });

  let checked = 0;
  let head: string | null = null;
  let after: number | null = 0;
  while (after !== null) {
    const part: Part = await ask("verify_audit_log", { after_position: after });
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
  if (flags.head && !(await ask<boolean>("audit_log_holds", { head: flags.head }))) {
    say("Broken: the head you kept is not in the chain. The log was cut short or written anew.");
    process.exitCode = 2;
    return;
  }
  say(`${checked} entries checked, each as it was written. Head: ${head ?? "none yet"}`);
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
