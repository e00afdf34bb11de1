import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

interface Import {
  from: string;
  to: string;
}

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The files that git knows or would add, by patterns. */
export const listed = (...patterns: string[]): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    cwd: ROOT,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file && existsSync(path.join(ROOT, file)));

/** Every TypeScript file that git knows or would add. */
export const sourceFiles = (): string[] => listed("*.ts", "*.tsx");

/** Every SQL file that git knows or would add. */
export const sqlFiles = (): string[] => listed("*.sql");

export const read = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");

const backend = JSON.parse(read("backend/package.json")) as {
  name: string;
  exports: Record<string, string>;
};

/** What the backend offers to `server/`: the specifiers and their files. */
export const BACKEND_ENTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries(backend.exports).map(([entry, file]) => [
    path.posix.join(backend.name, entry),
    path.posix.join("backend", file),
  ]),
);

/** The path inside the repository that a specifier leads to, or null for packages and virtual modules. */
const resolve = (from: string, specifier: string): string | null => {
  const entry = BACKEND_ENTRIES.get(specifier);
  if (entry) return entry;
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (!specifier.startsWith(".")) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
};

/** Static, re-exporting, type-only and dynamic imports of one file that stay in the repository. */
export const importsOf = (from: string): Import[] => {
  const source = read(from);
  const { module } = parseSync(from, source);
  const specifiers = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((statement) =>
      statement.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap((entry) => {
      const text = source.slice(entry.moduleRequest.start, entry.moduleRequest.end);
      return /^["'].*["']$/.test(text) ? text.slice(1, -1) : [];
    }),
  ];
  return specifiers.flatMap((specifier) => {
    const to = resolve(from, specifier);
    return to ? { from, to } : [];
  });
};

/** Circular imports, each cycle once. */
export const cycles = (imports: readonly Import[]): string[][] => {
  const next = Map.groupBy(imports, ({ from }) => from);
  const state = new Map<string, "open" | "done">();
  const found: string[][] = [];
  const visit = (file: string, trail: string[]) => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      found.push([...trail.slice(trail.indexOf(file)), file]);
      return;
    }
    state.set(file, "open");
    for (const { to } of next.get(file) ?? []) visit(to, [...trail, file]);
    state.set(file, "done");
  };
  for (const file of next.keys()) visit(file, []);
  return found;
};
