import type { Media } from "../request/media.ts";
import type { Handler } from "../schema/types.ts";
import { type Guard, guardSql } from "./guards.ts";

/** The columns of the single row that every statement returns; see `transaction.ts`. */
interface Envelope {
  /** SQL of the response's body; null for none. */
  body: string | null;
  /** Counts whole rows, so that the outputs of a body are evaluated even without one. */
  whole?: string;
  total?: string;
  location?: string;
  inserted?: string;
  guards?: readonly { guard: Guard; limit?: string }[];
  /** Whether functions may have set the response's headers or status. */
  setsResponse: boolean;
}

const setting = (name: string) => `nullif(current_setting('${name}', true), '')`;

/**
 * `select body, rows, total, location, inserted, headers, status from rows`: always in this order, with
 * `null` for anything not needed.
 */
export const envelopeSql = (envelope: Envelope, from: string): string => {
  const { setsResponse, guards = [] } = envelope;
  const columns = [
    envelope.body ?? "null",
    envelope.whole ? `count(${envelope.whole}.*)` : "count(*)",
    envelope.total ?? "null",
    envelope.location ?? "null",
    envelope.inserted ?? "null",
    setsResponse ? setting("response.headers") : "null",
    setsResponse ? setting("response.status") : "null",
    ...guards.map(({ guard, limit }) => guardSql(guard, limit)),
  ];
  return `select ${columns.join(", ")} from ${from}`;
};

/** The kind of a result row, which shapes the body. */
export type RowForm = "rows" | "scalar" | "scalars" | "object";

const csv = (row: string): string =>
  `(select coalesce(string_agg(k.key, ','), '') from json_object_keys((json_agg(${row})->0)) as k(key)) || e'\\n' || coalesce(string_agg(substring((${row})::text, 2, length((${row})::text) - 2), e'\\n'), '')`;

/** The database's own body; bytes are written in hexadecimal. */
const handledSql = ({ sql, rowType, value, binary }: Handler, alias: string): string => {
  const text = (body: string) => (binary ? `encode(${body}, 'hex')` : `(${body})::text`);
  if (value) return `coalesce(string_agg(${text(`${alias}.pgrst_scalar`)}, ''), '')`;
  const rows = rowType ? `(${alias}.*)::${rowType}` : `${alias}.*`;
  return `coalesce(${text(`${sql}(${rows})`)}, '')`;
};

/**
 * SQL that collects the rows called `alias` into the response text. Rows are written with a star: without
 * one, a column of the same name would be meant.
 */
export const bodySql = (
  media: Media,
  alias: string,
  form: RowForm,
  geoJson: string | null,
): string => {
  const row = `${alias}.*`;
  if (media.handler) return handledSql(media.handler, alias);
  if (media.format === "csv") return csv(row);
  if (media.format === "geojson") {
    const features = `coalesce(json_agg(${geoJson}(${row})::json), '[]')`;
    return `json_build_object('type', 'FeatureCollection', 'features', ${features})::text`;
  }
  const strip = (sql: string) => (media.bare ? `json_strip_nulls(${sql})` : sql);
  const value = form === "scalar" || form === "scalars" ? `${alias}.pgrst_scalar` : row;
  if (form === "scalar" && !media.bare) {
    // There is one row. A collected list would have to be parsed again to take it out.
    return `coalesce(string_agg(to_json(${value})::text, ''), 'null')`;
  }
  const collected = strip(`json_agg(${value})`);
  if (media.single || form === "scalar" || form === "object") {
    return `coalesce((${collected}->0)::text, 'null')`;
  }
  return `coalesce(${collected}::text, '[]')`;
};
