import { setTimeout as delay } from "node:timers/promises";
import { checkConfig } from "../settings/config.ts";
import { checkAddress } from "./address.ts";
import { checkBackups } from "./backups.ts";
import { checkDatabase } from "./database.ts";
import { checkDisk, checkFiles } from "./files.ts";
import { type Check, type Examined, type Finding, fault, reasonOf } from "./findings.ts";
import { checkMailServer } from "./mail.ts";
import { checkMailDomain } from "./mail-domain.ts";
import { checkPayments } from "./payments.ts";
import { checkPermissions, checkSettings } from "./settings.ts";

/** In the order of the report. */
const CHECKS: readonly [name: string, check: Check][] = [
  ["Settings", checkSettings],
  ["Permissions", checkPermissions],
  ["Address", checkAddress],
  ["Database", checkDatabase],
  ["Mail", checkMailServer],
  ["Mail domain", checkMailDomain],
  ["Stripe", checkPayments],
  ["Files", checkFiles],
  ["Backups", checkBackups],
  ["Disk", checkDisk],
];

/** Milliseconds for each check. */
const WITHIN = 60_000;

/** Runs every check at the same time. Each ends in bounded time, and none prevents another. */
export const runChecks = async (examined: Omit<Examined, "config">): Promise<Finding[]> => {
  const { values: config } = checkConfig(examined.environment);
  const overdue = new AbortController();
  const findings = await Promise.all(
    CHECKS.map(([name, check]) =>
      Promise.race([
        check({ ...examined, config }),
        delay(WITHIN, [fault(`${name}: no result within a minute`, "Try again")], {
          signal: overdue.signal,
        }),
      ]).catch((error: unknown) => [
        fault(
          `${name}: the check failed: ${reasonOf(error)}`,
          "Report this as a fault of the check",
        ),
      ]),
    ),
  );
  overdue.abort();
  return findings.flat();
};
