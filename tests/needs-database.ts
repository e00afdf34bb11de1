import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");

/** What uses the run's database server, or starts its own. */
const STARTS_DATABASE = /\binject\("connection"\)|\bstartEmbedded\(|"cli\.ts"/;

/** The service starts servers too, but only a test's own call of it means that the test does. */
const isOfTests = (file: string): boolean =>
  /\.test\.tsx?$|\.fixture\.ts$/.test(file) ||
  /^(?:backend\/)?tests\//.test(path.relative(ROOT, file));

const IMPORT = /\b(?:from|import)\s*\(?\s*"([#.][^"]+)"/g;

const resolve = (from: string, specifier: string): string =>
  specifier.startsWith("#")
    ? path.join(ROOT, specifier.slice(1))
    : path.resolve(path.dirname(from), specifier);

/**
 * Finds the test files that need a database: those that import, however far down, a file that asks for one. The
 * tests divide themselves by it, so that a pure test starts no server and nobody keeps a list.
 */
export const createNeedsDatabase = (): ((file: string) => boolean) => {
  const known = new Map<string, boolean>();
  const needs = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // A ring of imports ends here; its other files decide.
    known.set(file, false);
    if (!existsSync(file)) return false;
    const source = readFileSync(file, "utf8");
    const found =
      (isOfTests(file) && STARTS_DATABASE.test(source)) ||
      [...source.matchAll(IMPORT)].some(([, specifier = ""]) => needs(resolve(file, specifier)));
    known.set(file, found);
    return found;
  };
  return (file) => needs(path.resolve(ROOT, file));
};
