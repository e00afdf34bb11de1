import { hash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { getCompileCacheDir, registerHooks, stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ImportMap } from "./import-map.ts";
import { understand } from "./specifiers.ts";

const source = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const NOTHING = source("export {};");
const SERVE = source("export const serve = (...given) => Deno.serve(...given);");

const isInstalled = (url: string | undefined) => url?.includes("/node_modules/") ?? false;

/** Plain type stripping keeps every position; what has code in its types (enums) is transformed. */
const withoutTypes = (code: string): string => {
  try {
    return stripTypeScriptTypes(code);
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") throw error;
    return stripTypeScriptTypes(code, { mode: "transform", sourceMap: false });
  }
};

/** As above, once for each code: Node's parser of types takes 20 MB of a process that needs it. */
const withoutTypesOnce = (code: string): string => {
  const folder = getCompileCacheDir();
  if (!folder) return withoutTypes(code);
  const file = join(folder, `${hash("sha256", code)}.js`);
  const known = existsSync(file) ? readFileSync(file, "utf8") : "";
  // A power cut can leave an empty file.
  if (known) return known;
  const plain = withoutTypes(code);
  try {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, plain);
    renameSync(unfinished, file);
  } catch {
    // If the disk is full, the next process tries again.
  }
  return plain;
};

/**
 * Lets Node load modules written for Supabase's Edge runtime: import maps, `npm:`, `jsr:` and the usual
 * addresses of the same packages, resolved to installed ones (the project's first, then the backend's).
 * `onLoad` receives each file of the project's own.
 */
export const installHooks = (
  map: ImportMap,
  folder: string,
  onLoad: (file: string) => void,
): void => {
  const places = [pathToFileURL(join(folder, "index.ts")).href, import.meta.url];
  registerHooks({
    resolve(specifier, context, next) {
      if (isInstalled(context.parentURL)) return next(specifier, context);
      const mapped = map(specifier) ?? specifier;
      const meaning = understand(mapped);
      switch (meaning.kind) {
        case "nothing":
          return { url: NOTHING, shortCircuit: true };
        case "serve":
          return { url: SERVE, shortCircuit: true };
        case "refused":
          throw new Error(meaning.reason);
        case "package": {
          let missing: unknown;
          for (const parentURL of places) {
            try {
              return next(meaning.name, { ...context, parentURL });
            } catch (error) {
              missing ??= error;
            }
          }
          throw missing;
        }
        default:
          return next(mapped, context);
      }
    },
    load(url, context, next) {
      if (!url.startsWith("file:") || isInstalled(url)) return next(url, context);
      const file = fileURLToPath(url);
      onLoad(file);
      if (!/\.m?ts$/.test(file)) return next(url, context);
      return {
        format: "module",
        source: withoutTypesOnce(readFileSync(file, "utf8")),
        shortCircuit: true,
      };
    },
  });
};
