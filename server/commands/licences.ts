import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../root.ts";

/** `node server/commands/licences.ts`: the licence of every package that a production installation may contain. */

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** The packages of package-lock.json by licence, without those for development only. */
export const packagesByLicence = (lock: string): Map<string, string[]> => {
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> };
  const installed = Object.entries(packages)
    .filter(([at, { dev, link }]) => at.includes("node_modules/") && !dev && !link)
    .map(([at, { version = "", license = "unknown" }]) => ({
      licence: license,
      name: `${at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length)}@${version}`,
    }))
    .sort((a, b) => (a.licence + a.name < b.licence + b.name ? -1 : 1));
  const groups = Map.groupBy(installed, ({ licence }) => licence);
  return new Map([...groups].map(([licence, list]) => [licence, list.map(({ name }) => name)]));
};

if (import.meta.main) {
  const lock = readFileSync(path.join(ROOT, "package-lock.json"), "utf8");
  for (const [licence, names] of packagesByLicence(lock))
    process.stdout.write(`${licence}: ${[...new Set(names)].join(", ")}\n`);
}
