import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../root.ts";
import { say } from "./command.ts";

/** `node server/commands/sbom.ts`: a bill of materials (CycloneDX) of the packages that this installation has. */

interface Installed {
  name: string;
  version: string;
  license?: unknown;
}

const read = (folder: string): Installed | null => {
  try {
    const found = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    return found.name && found.version ? found : null;
  } catch {
    return null;
  }
};

/** Every package in `node_modules` of a folder, with those in their own; links to our workspaces are none. */
const packagesIn = (folder: string): Installed[] => {
  const place = path.join(folder, "node_modules");
  const namesIn = (at: string): string[] => {
    try {
      const entries = readdirSync(path.join(place, at), { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(at, name));
    } catch {
      return [];
    }
  };
  return namesIn("")
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => (name.startsWith("@") ? namesIn(name) : [name]))
    .flatMap((name) => {
      const found = read(path.join(place, name));
      return [...(found ? [found] : []), ...packagesIn(path.join(place, name))];
    });
};

const componentOf = ({ name, version, license }: Installed) => {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(typeof license === "string" && { licenses: [{ expression: license }] }),
  };
};

/** The bill of materials of an installation; a package that is there twice in one version is one component. */
export const billOfMaterials = (root: string) => {
  const site = read(root);
  const all = [root, path.join(root, "backend")].flatMap(packagesIn).map(componentOf);
  const components = [...new Map(all.map((one) => [one.purl, one])).values()];
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: site?.name, version: site?.version } },
    components: components.sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
};

if (import.meta.main) say(JSON.stringify(billOfMaterials(ROOT), null, 1));
