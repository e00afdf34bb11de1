import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** Maps a specifier to another one, or to the URL of a file; null if the map has no entry for it. */
export type ImportMap = (specifier: string) => string | null;

/** Strips comments and trailing commas, which `deno.json` may have; strings are unchanged. */
const parseJsonc = (text: string): unknown =>
  JSON.parse(
    text
      .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_all, string) => string ?? "")
      .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_all, string) => string ?? ""),
  );

const importsOf = (file: string): Record<string, string> => {
  const map = parseJsonc(readFileSync(file, "utf8")) as { imports?: unknown; importMap?: unknown };
  if (typeof map.importMap === "string") return importsOf(join(dirname(file), map.importMap));
  const { imports } = map;
  if (typeof imports !== "object" || imports === null) return {};
  const base = pathToFileURL(file);
  return Object.fromEntries(
    Object.entries(imports).flatMap(([key, target]) => {
      if (typeof target !== "string") return [];
      return [[key, /^\.{0,2}\//.test(target) ? new URL(target, base).href : target]];
    }),
  );
};

const NAMES = ["deno.json", "deno.jsonc", "import_map.json"];

/**
 * The import map of a function: the one that its config names, otherwise the one beside its entrypoint,
 * otherwise the one of the `functions` folder. Exact names take priority over longest prefixes (WHATWG HTML
 * 8.1.6.2).
 */
export const readImportMap = (
  named: string | null,
  entrypoint: string,
  folder: string,
): { map: ImportMap; file: string | null } => {
  const places = [dirname(entrypoint), folder].flatMap((place) =>
    NAMES.map((name) => join(place, name)),
  );
  const file = named ?? places.find((place) => existsSync(place)) ?? null;
  if (!file) return { map: () => null, file };
  const imports = importsOf(file);
  const prefixes = Object.keys(imports)
    .filter((key) => key.endsWith("/"))
    .sort((a, b) => b.length - a.length);
  return {
    file,
    map(specifier) {
      const exact = imports[specifier];
      if (exact !== undefined) return exact;
      const prefix = prefixes.find((key) => specifier.startsWith(key));
      return prefix === undefined ? null : `${imports[prefix]}${specifier.slice(prefix.length)}`;
    },
  };
};
