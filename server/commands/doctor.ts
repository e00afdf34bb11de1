import "../environment.ts";

import { Resolver } from "node:dns/promises";
import path from "node:path";
import type { Finding } from "../doctor/findings.ts";
import { runChecks } from "../doctor/run.ts";
import { ROOT } from "../root.ts";
import { checkConfig } from "../settings/config.ts";
import { readArguments, runCommand, say } from "./command.ts";

const LABELS: Record<Finding["level"], string> = {
  ok: "ok      ",
  warning: "warning ",
  fault: "FAULT   ",
};

/**
 * `npm run doctor [-- --send-test ADDRESS]`: examines settings, address, proxy, database, mail, payments,
 * files and machine at once. Prints a line for each result, and below a warning or fault what to do. The
 * exit code is 1 if there is a fault.
 */
const USAGE = "npm run doctor [-- --send-test ADDRESS]";

const main = async (): Promise<void> => {
  const { values: flags } = readArguments(USAGE, { options: { "send-test": { type: "string" } } });
  const { values: config } = checkConfig(process.env);
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const findings = await runChecks({
    environment: process.env,
    siteUrl: (config.SITE_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, ""),
    dataDir: path.resolve(ROOT, config.DATA_DIR),
    sendTestTo: flags["send-test"] ?? null,
    resolveTxt: (name) => resolver.resolveTxt(name),
    stripeApi: process.env.STRIPE_API_URL,
    now: Date.now,
  });
  for (const { level, what, todo } of findings) {
    say(`${LABELS[level]}${what}`);
    if (todo) say(`          -> ${todo}`);
  }
  const count = (wanted: Finding["level"]) =>
    findings.filter(({ level }) => level === wanted).length;
  say(`${count("fault")} faults, ${count("warning")} warnings, ${count("ok")} ok`);
  if (count("fault") > 0) process.exitCode = 1;
};

runCommand(main);
