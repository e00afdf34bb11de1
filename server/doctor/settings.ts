import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { isLoopback, parseProxies } from "../caller-address.ts";
import { checkConfig } from "../settings/config.ts";
import { SETTING_NAMES } from "../settings/settings.ts";
import { type Check, type Finding, fault, ok, warning } from "./findings.ts";
import { INVENTED } from "./proxy.ts";

/** Bits of a file's mode by which people other than its owner and group may read or write it. */
const OTHERS = 0o007;
const GROUP_AND_OTHERS = 0o077;

const isExposed = (file: string, bits: number): boolean =>
  ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & bits) !== 0;

export const checkSettings: Check = async ({ config, environment }) => {
  const { problems, misspelt } = checkConfig(environment);
  const findings: Finding[] = [...problems, ...misspelt].map(({ name, message }) =>
    fault(`Settings: ${name}`, message),
  );
  if (config.SITE_MODE === "trial")
    findings.push(
      warning(
        "Settings: SITE_MODE is trial",
        "Set SITE_MODE=live before the public uses the site: a trial shows sample data and takes no money",
      ),
    );
  const proxies = parseProxies(config.TRUSTED_PROXIES);
  if (proxies?.check(INVENTED, "ipv4") || proxies?.check("2001:db8::1", "ipv6"))
    findings.push(
      fault(
        "Settings: TRUSTED_PROXIES trusts everybody",
        "Callers could invent their address. List the address or network of the proxy only",
      ),
    );
  if (!isLoopback(config.HOST) && config.HOST !== "localhost" && config.TRUSTED_PROXIES === "")
    findings.push(
      warning(
        `Settings: HOST=${config.HOST} lets other machines in, and no proxy is trusted`,
        "If the proxy runs on this machine, set HOST=127.0.0.1; otherwise list its address in TRUSTED_PROXIES",
      ),
    );
  if (problems.length + misspelt.length === 0)
    findings.unshift(ok("Settings: complete and well formed"));
  return findings;
};

/** Secrets that others on this machine could read, and a data folder that the site cannot use. */
export const checkPermissions: Check = async ({ dataDir, environment }) => {
  const findings: Finding[] = [];
  const keys = path.join(dataDir, "keys.json");
  if (isExposed(keys, GROUP_AND_OTHERS))
    findings.push(
      fault(
        `Permissions: others may read ${keys}`,
        `Run: chmod 600 ${keys}. Anyone who can read it can sign in as anybody`,
      ),
    );
  const secrets = [".env", ...SETTING_NAMES.map((name) => environment[`${name}_FILE`] ?? "")];
  for (const file of secrets)
    if (file && isExposed(file, OTHERS))
      findings.push(
        warning(
          `Permissions: everybody on this machine may read ${file}`,
          `Run: chmod o-rwx ${file}`,
        ),
      );
  if (existsSync(dataDir) && process.getuid?.() !== 0) {
    const { uid } = statSync(dataDir);
    if (uid !== process.getuid?.())
      findings.push(
        warning(
          `Permissions: ${dataDir} belongs to user ${uid}, and this command runs as ${process.getuid?.()}`,
          "Run this command as the user that runs the site",
        ),
      );
  }
  return findings.length > 0
    ? findings
    : [ok("Permissions: secrets are readable by their owner only")];
};
