import fc, { type GeneratorValue } from "fast-check";
import {
  AGGREGATES,
  CASTS,
  MARK,
  NASTY,
  type Names,
  OPERATORS,
  PLAUSIBLE,
  TABLES,
  WORLD,
  words,
} from "./rest-vocabulary.ts";

/** Choices that fast-check makes, and makes smaller when one breaks something. */
export const random = (g: GeneratorValue) => {
  const below = (limit: number) => g(fc.nat, { max: limit - 1 });
  const one = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  const some = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: below(most + 1) }, make);
  return { below, one, some, chance: (part: number) => below(100) < part * 100 };
};

export type Random = ReturnType<typeof random>;

export const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

export const value = (r: Random): string =>
  r.chance(0.5)
    ? r.one(PLAUSIBLE)
    : `${r.chance(0.6) ? MARK : ""}${r.one(NASTY)}${r.chance(0.3) ? r.one(NASTY) : ""}`;

const field = (r: Random, table: string): string => {
  const own = WORLD[table]?.columns ?? ["id"];
  const name = r.chance(0.93) ? r.one(own) : r.chance(0.5) ? `"${value(r)}"` : value(r);
  return r.chance(0.85)
    ? name
    : `${name}->${r.one(["a", ">a", "0", ">-1", `"${MARK}'"`, ">capital", ""])}`;
};

const operation = (r: Random): string => {
  const operator = r.one(OPERATORS);
  const text = value(r);
  const operand =
    operator === "in" && r.chance(0.9) ? `(${text})` : operator === "is" ? "null" : text;
  return `${r.chance(0.2) ? "not." : ""}${operator}.${operand}`;
};

const logic = (r: Random, table: string, depth = 0): string => {
  if (depth > 3 || r.chance(0.6)) return `${field(r, table)}.${operation(r)}`;
  const members = [logic(r, table, depth + 1), ...r.some(2, () => logic(r, table, depth + 1))];
  return `${r.one(["and", "or", "not.and", "not.or"])}(${members.join(",")})`;
};

const bare = (resource: string): string => resource.split("!")[0] ?? resource;

const select = (r: Random, table: string, depth = 0): string => {
  const item = () => {
    if (r.chance(0.3) && depth < 3) {
      const resource = r.one(WORLD[table]?.resources ?? ["films"]);
      const inner = r.chance(0.9) ? select(r, bare(resource), depth + 1) : "";
      return `${r.one(["", "", "", "...", "x:"])}${resource}${r.one(["", "", "!inner", "!left"])}(${inner})`;
    }
    if (r.chance(0.15)) return "*";
    if (r.chance(0.05)) return "count()";
    const alias = r.chance(0.1) ? `${r.one(["x", `"${value(r)}"`])}:` : "";
    const cast = () => (r.chance(0.1) ? `::${r.one(CASTS)}` : "");
    const aggregate = r.chance(0.1) ? `.${r.one(AGGREGATES)}()${cast()}` : "";
    return `${alias}${field(r, table)}${cast()}${aggregate}`;
  };
  return [item(), ...r.some(2, item)].join(",");
};

/** A query string about `table`: mostly one that could be meant, always a little wrong somewhere. */
export const query = (r: Random, table: string): string => {
  const parts: [string, string][] = [];
  const resource = bare(r.one(WORLD[table]?.resources ?? ["films"]));
  if (r.chance(0.7)) parts.push(["select", select(r, table)]);
  parts.push(...r.some(2, (): [string, string] => [field(r, table), operation(r)]));
  if (r.chance(0.1)) parts.push([`${resource}.${field(r, resource)}`, operation(r)]);
  if (r.chance(0.25)) parts.push([r.one(["or", "and", "not.or"]), `(${logic(r, table)})`]);
  const ordering = () =>
    `${field(r, table)}${r.one(["", ".asc", ".desc.nullslast", ".desc", ".up"])}`;
  if (r.chance(0.3)) parts.push(["order", ordering()]);
  const bound = () => r.one(["limit", "offset", `${resource}.limit`]);
  if (r.chance(0.2)) parts.push([bound(), r.one(["1", "0", "2", "1000000", "-1", "x", ""])]);
  return parts.map(([key, text]) => `${encode(key)}=${encode(text)}`).join("&");
};

export const table = (r: Random): string => r.one(TABLES);

/** Any JSON at all. */
export const json = (r: Random, keys: Names, depth = 0): unknown => {
  const kind = r.below(depth > 3 ? 5 : 8);
  if (kind === 0) return null;
  if (kind === 1) return r.one([0, -1, 1.5, 1e308, 123_456_789_012]);
  if (kind === 2) return r.chance(0.5);
  if (kind < 5) return value(r).toWellFormed();
  if (kind === 5) return r.some(2, () => json(r, keys, depth + 1));
  return Object.fromEntries(r.some(3, () => [r.one(keys), json(r, keys, depth + 1)]));
};

/** A body for `table`: mostly objects or lists of objects with its columns. */
export const body = (r: Random, about: string): string => {
  const columns = (WORLD[about]?.columns ?? ["id"]).map((name) => name.replaceAll('"', ""));
  const keys: Names = [columns[0] ?? "id", ...columns.slice(1)];
  const row = () =>
    Object.fromEntries(keys.filter(() => r.chance(0.4)).map((name) => [name, json(r, keys, 3)]));
  if (r.chance(0.05)) return value(r).toWellFormed();
  if (r.chance(0.1)) return JSON.stringify(json(r, ["id", MARK, "", "\u0000x"]));
  const first = row();
  if (r.chance(0.6)) return JSON.stringify(first);
  return JSON.stringify([first, r.chance(0.8) ? first : row()]);
};

const preferences: Names = [
  "",
  "",
  ...words(`return=representation return=headers-only count=exact count=planned count=estimated
    resolution=merge-duplicates,return=representation resolution=ignore-duplicates
    missing=default,return=representation handling=strict,max-affected=1 timezone=${MARK}
    timezone=Asia/Tokyo tx=rollback`),
];
const media: Names = [
  "application/vnd.pgrst.plan+json; options=verbose|analyze",
  `application/vnd.pgrst.plan; for="${MARK}"`,
  ...words(`text/csv application/vnd.pgrst.object+json application/vnd.pgrst.array+json;nulls=stripped
    */* application/geo+json a/b ;;,`),
];

/** Headers that a client may send, and some that none does. */
export const headers = (r: Random): Record<string, string> => ({
  prefer: r.one(preferences),
  ...(r.chance(0.2) ? { accept: r.one(media) } : {}),
  ...(r.chance(0.05) ? { range: r.one(["0-1", "5-", "3-1", "x", "0-99999999999999999999"]) } : {}),
  ...(r.chance(0.03) ? { "accept-profile": r.one(["archive", "public", MARK]) } : {}),
});
