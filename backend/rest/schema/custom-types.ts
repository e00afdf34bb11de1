import { qualified } from "../identifiers.ts";
import type { CastRow, HandlerRow } from "./introspect-custom-types.ts";
import { type Handler, key, type Representation } from "./types.ts";

const CHARSET = new Set([
  "application/json",
  "application/geo+json",
  "text/csv",
  "text/plain",
  "text/xml",
]);

/** The `Content-Type` of a media type; "any" has no known type, so it is bytes. */
const contentType = (media: string): string => {
  if (media === "*/*") return "application/octet-stream";
  return CHARSET.has(media) ? `${media}; charset=utf-8` : media;
};

/** The key of handlers that take any rows. */
export const ANY_ROWS = "*";

/** The media types that the database makes itself, in the form of `SchemaCache.handlers`. */
export const handlerMap = (rows: readonly HandlerRow[]): Map<string, Map<string, Handler>> => {
  const found = new Map<string, Map<string, Handler>>();
  for (const row of rows) {
    const { of_schema: schema, of_name: name, routine_schema: home, routine_name: routine } = row;
    const rowType = schema !== null && name !== null ? qualified({ schema, name }) : null;
    const value = home !== null && routine !== null;
    const place = value
      ? key(home, routine)
      : schema !== null && name !== null
        ? key(schema, name)
        : ANY_ROWS;
    const here = found.get(place) ?? new Map<string, Handler>();
    here.set(row.media, {
      sql: qualified(row),
      rowType,
      value,
      binary: row.binary,
      contentType: contentType(row.media),
    });
    found.set(place, here);
  }
  return found;
};

/** How domain types are output and parsed, by their SQL. */
export const representationMap = (casts: readonly CastRow[]): Map<string, Representation> => {
  const found = new Map<string, Representation>();
  const of = (type: string): Representation => {
    const known = found.get(type) ?? { toJson: null, fromJson: null, fromText: null };
    found.set(type, known);
    return known;
  };
  for (const { source, target, function: sql } of casts) {
    if (target === "json") of(source).toJson = sql;
    else if (source === "json") of(target).fromJson = sql;
    else of(target).fromText = sql;
  }
  return found;
};
