import { existsSync, globSync, readdirSync } from "node:fs";
import path from "node:path";
import { ProjectError, type Reader } from "./reader.ts";
import type { FunctionConfig, Project } from "./shape.ts";

const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** `migrations/<version>_<name>.sql` in the order of their versions; other files are not migrations. */
export const readMigrations = (folder: string): Project["migrations"] => {
  const found = names(path.join(folder, "migrations")).flatMap((file) => {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) return [];
    return [{ version, name, path: path.join(folder, "migrations", file) }];
  });
  const seen = new Map<string, string>();
  for (const { version, path: file } of found) {
    const other = seen.get(version);
    if (other)
      throw new ProjectError(
        `${path.basename(file)} and ${path.basename(other)} have the same version: rename one.`,
      );
    seen.set(version, file);
  }
  return found;
};

/** The files of `[db.seed] sql_paths` in order; those of a pattern sorted by name. */
export const readSeeds = (seed: Reader, folder: string): string[] => {
  const enabled = seed.boolean("enabled", true);
  const patterns = seed.strings("sql_paths", ["./seed.sql"]);
  if (!enabled) return [];
  const files = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: folder })
      .sort()
      .map((file) => path.resolve(folder, file)),
  );
  return [...new Set(files)];
};

/** The files of `[db.data_files]` with the function that loads each. */
export const readDataFiles = (files: Reader, folder: string): Project["dataFiles"] =>
  Object.keys(files.raw()).map((name) => {
    const loader = files.string(name, "");
    if (!/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/.test(loader))
      files.fail(name, "a function with its schema, in small letters");
    const file = path.resolve(folder, name);
    if (!existsSync(file)) files.fail(name, "the function of a file that exists, and it does not");
    return { name, path: file, loader };
  });

const ENTRYPOINTS = ["index.ts", "index.tsx", "index.js", "index.mjs"];

/** A function is a folder with an index file, or a table that names its entrypoint. */
export const readFunctions = (
  functions: Reader,
  folder: string,
): Record<string, FunctionConfig> => {
  const home = path.join(folder, "functions");
  const tables = new Map(functions.tables());
  const found = names(home).filter(
    (name) =>
      /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name) &&
      ENTRYPOINTS.some((file) => existsSync(path.join(home, name, file))),
  );
  const all = [...new Set([...found, ...tables.keys()])].filter((name) => !name.startsWith("_"));
  return Object.fromEntries(
    all.flatMap((name): [string, FunctionConfig][] => {
      const table = functions.table(name);
      table.ignore("static_files");
      const enabled = table.boolean("enabled", true);
      const verifyJwt = table.boolean("verify_jwt", true);
      const written = table.optional("entrypoint");
      const importMap = table.optional("import_map");
      const entrypoint = written
        ? path.resolve(folder, written)
        : ENTRYPOINTS.map((file) => path.join(home, name, file)).find((file) => existsSync(file));
      if (written && entrypoint && !existsSync(entrypoint))
        table.fail("entrypoint", `a file that exists, and ${written} does not`);
      // A table without a folder is a function that is not written yet: nothing to serve.
      if (!entrypoint) return [];
      return [
        [
          name,
          {
            enabled,
            verifyJwt,
            importMap: importMap ? path.resolve(folder, importMap) : null,
            entrypoint,
          },
        ],
      ];
    }),
  );
};
