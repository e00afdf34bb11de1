/** The project's files cannot be used; the message is one line that names the file and the key. */
export class ProjectError extends Error {}

type Table = Record<string, unknown>;

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** `env(NAME)` as the CLI replaces it: only as the whole of a string, and only when NAME is set. */
export const substitute = (value: unknown, env: Record<string, string | undefined>): unknown => {
  if (typeof value === "string") {
    const name = /^env\((.*)\)$/.exec(value)?.[1];
    return (name === undefined ? undefined : env[name]) ?? value;
  }
  if (Array.isArray(value)) return value.map((item) => substitute(item, env));
  if (isTable(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, substitute(item, env)]),
    );
  return value;
};

const DURATION_UNITS: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Seconds of a Go duration such as `1m30s`, or null. */
export const parseDuration = (text: string): number | null => {
  if (text === "0") return 0;
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return null;
  let total = 0;
  for (const [, amount, , unit] of text.matchAll(/(\d+(\.\d+)?)(ns|us|µs|ms|s|m|h)/g))
    total += Number(amount) * (DURATION_UNITS[unit ?? ""] ?? 0);
  return total;
};

/** Bytes of a size such as `50MiB` or `5 MB` (both binary, as in docker/go-units), or null. */
export const parseSize = (text: string): number | null => {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgtp]?)i?b?$/i.exec(text.trim());
  if (!match) return null;
  const power = ["", "k", "m", "g", "t", "p"].indexOf((match[2] ?? "").toLowerCase());
  return Math.floor(Number(match[1]) * 1024 ** power);
};

/** One table of config.toml. Every key that is read counts as known. */
export interface Reader {
  string(key: string, otherwise: string): string;
  optional(key: string): string | null;
  number(key: string, otherwise: number): number;
  boolean(key: string, otherwise: boolean): boolean;
  strings(key: string, otherwise: string[]): string[];
  /** Seconds. */
  duration(key: string, otherwise: number): number;
  /** Bytes. */
  size(key: string, otherwise: number): number;
  table(key: string): Reader;
  /** The tables within this one, by name. */
  tables(): [string, Reader][];
  raw(): Table;
  /** Accepts the keys without using them. */
  ignore(...keys: string[]): void;
  fail(key: string, demand: string): never;
  /** Dotted paths that nobody has read, without parts that are off. */
  unknown(): string[];
}

/** A part with `enabled = false`, or with only such parts. */
const isOff = (value: unknown): boolean =>
  isTable(value) &&
  (value.enabled === false || (Object.keys(value).length > 0 && Object.values(value).every(isOff)));

const readTable = (file: string, path: string, table: Table): Reader => {
  const known = new Set<string>();
  const children = new Map<string, Reader>();
  const at = (key: string) => (path ? `${path}.${key}` : key);
  const take = (key: string): unknown => {
    known.add(key);
    return table[key];
  };
  const fail = (key: string, demand: string): never => {
    throw new ProjectError(`${file}: ${at(key)} must be ${demand}`);
  };
  const text = (key: string): string | null => {
    const value = take(key);
    if (value === undefined) return null;
    return typeof value === "string" ? value : fail(key, "a text in quotes");
  };
  const measure = (
    key: string,
    otherwise: number,
    parse: (text: string) => number | null,
    demand: string,
  ): number => {
    const value = take(key);
    if (value === undefined) return otherwise;
    if (typeof value === "number" && value >= 0) return value;
    return (typeof value === "string" ? parse(value) : null) ?? fail(key, demand);
  };
  const child = (key: string): Reader => {
    const known = children.get(key);
    if (known) return known;
    const value = take(key) ?? {};
    const made = readTable(file, at(key), isTable(value) ? value : fail(key, "a table"));
    children.set(key, made);
    return made;
  };

  return {
    string: (key, otherwise) => text(key) ?? otherwise,
    optional: text,
    number(key, otherwise) {
      const value = take(key);
      if (value === undefined) return otherwise;
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      return typeof number === "number" && Number.isSafeInteger(number) && number >= 0
        ? number
        : fail(key, "a whole number");
    },
    boolean(key, otherwise) {
      const value = take(key);
      if (value === undefined) return otherwise;
      if (value === true || value === "true") return true;
      if (value === false || value === "false") return false;
      return fail(key, "true or false");
    },
    strings(key, otherwise) {
      const value = take(key);
      if (value === undefined) return otherwise;
      return Array.isArray(value) && value.every((item) => typeof item === "string")
        ? value
        : fail(key, "a list of texts");
    },
    duration: (key, otherwise) =>
      measure(key, otherwise, parseDuration, 'a duration such as "60s" or "1h30m"'),
    size: (key, otherwise) => measure(key, otherwise, parseSize, 'a size such as "50MiB"'),
    table: child,
    tables: () =>
      Object.keys(table)
        .filter((key) => isTable(table[key]))
        .map((key) => [key, child(key)]),
    raw() {
      for (const key of Object.keys(table)) known.add(key);
      return table;
    },
    ignore(...keys) {
      for (const key of keys) known.add(key);
    },
    fail,
    unknown() {
      const here = Object.entries(table)
        .filter(([key, value]) => !known.has(key) && !isOff(value))
        .map(([key]) => at(key));
      return [...here, ...[...children.values()].flatMap((reader) => reader.unknown())];
    },
  };
};

/** Reads a parsed config.toml; messages call it `file`. */
export const createReader = (file: string, table: Record<string, unknown>): Reader =>
  readTable(file, "", table);
