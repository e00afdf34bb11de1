/** The preferences of the `Prefer` header (RFC 7240); only the first value of each counts. */
export interface Preferences {
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  return: "minimal" | "headers-only" | "representation" | null;
  count: "exact" | "planned" | "estimated" | null;
  /** Also null if the database's settings give callers no choice. */
  tx: "commit" | "rollback" | null;
  missing: "default" | "null" | null;
  handling: "strict" | "lenient" | null;
  maxAffected: number | null;
  timezone: string | null;
  /** Preferences without meaning here, as written. */
  unknown: readonly string[];
}

const NONE: Preferences = {
  resolution: null,
  return: null,
  count: null,
  tx: null,
  missing: null,
  handling: null,
  maxAffected: null,
  timezone: null,
  unknown: [],
};

const CHOICES: Record<string, readonly string[]> = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  return: ["minimal", "headers-only", "representation"],
  count: ["exact", "planned", "estimated"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
  tx: ["commit", "rollback"],
};

const zones = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", "GMT"]);

const parse = (header: string): Preferences => {
  const found: Record<string, string | number> = {};
  const unknown: string[] = [];
  for (const part of header.split(",")) {
    const written = part.trim();
    if (written === "") continue;
    const equals = written.indexOf("=");
    const name = written.slice(0, equals);
    const value = written.slice(equals + 1);
    if (name === "max-affected" && /^\d{1,15}$/.test(value)) found.maxAffected ??= Number(value);
    else if (name === "timezone" && zones.has(value)) found.timezone ??= value;
    else if (Object.hasOwn(CHOICES, name) && CHOICES[name]?.includes(value)) found[name] ??= value;
    else unknown.push(written.slice(0, 100));
  }
  return { ...NONE, ...found, unknown } as Preferences;
};

/** Clients send few different headers, many times each. */
const REMEMBERED = 200;
const remembered = new Map<string, Preferences>();

/** Reads a `Prefer` header; several are joined by commas, as `Headers` does. */
export const readPreferences = (header: string | null): Preferences => {
  if (!header) return NONE;
  const known = remembered.get(header);
  if (known) return known;
  const preferences = parse(header);
  if (remembered.size >= REMEMBERED) remembered.clear();
  if (header.length <= 200) remembered.set(header, preferences);
  return preferences;
};

/** The `Preference-Applied` header for the named preferences, null when none was given. */
export const applied = (
  preferences: Preferences,
  names: readonly (keyof Preferences)[],
): string | null => {
  const words: string[] = [];
  for (const name of names) {
    const value = preferences[name];
    if (value === null || name === "unknown") continue;
    if (name === "maxAffected") {
      if (preferences.handling === "strict") words.push(`max-affected=${value}`);
    } else words.push(`${name}=${value}`);
  }
  return words.length > 0 ? words.join(", ") : null;
};
