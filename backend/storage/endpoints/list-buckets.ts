import { z } from "zod";
import { callerOf, readAs } from "../access.ts";
import { refuse } from "../errors.ts";
import { isoTimestamp } from "../timestamps.ts";
import type { Endpoint } from "./endpoint.ts";

/** A bucket in the form of its own address. */
export const BUCKET_JSON = `json_build_object('id', b.id, 'name', b.name, 'owner', coalesce(b.owner_id, b.owner::text, ''),
  'public', b.public, 'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types, 'created_at', ${isoTimestamp("b.created_at")},
  'updated_at', ${isoTimestamp("b.updated_at")})`;

/** As above, with its type, which only the list contains. */
const TYPED_JSON = `${BUCKET_JSON}::jsonb || '{"type": "STANDARD"}'`;

/** Earlier versions of the Python client fail on a bucket with its type. */
const TYPES_SINCE: [header: string, client: RegExp, since: number[]][] = [
  ["user-agent", /supabase-py\/storage3 v(\d+)\.(\d+)\.(\d+)/i, [0, 12, 1]],
  ["x-client-info", /supabase-py\/(\d+)\.(\d+)\.(\d+)/i, [2, 18, 0]],
];

const isBefore = (version: number[], since: number[]): boolean => {
  const at = version.findIndex((part, index) => part !== since[index]);
  return at >= 0 && (version[at] ?? 0) < (since[at] ?? 0);
};

const knowsTypes = (headers: Headers): boolean =>
  TYPES_SINCE.every(([header, client, since]) => {
    const version = client
      .exec(headers.get(header) ?? "")
      ?.slice(1)
      .map(Number);
    return !version || !isBefore(version, since);
  });

const COLUMNS = {
  id: "b.id",
  name: "b.name",
  created_at: "b.created_at",
  updated_at: "b.updated_at",
};

const query = z.object({
  limit: z.coerce.number().int().min(1).default(1000),
  offset: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  search: z.string().max(100).default(""),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("id"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
});

/** The most rows in one response, whatever is requested. */
const MOST = 1000;

/** `GET /bucket`: the buckets that the caller's policies show. */
export const listBuckets: Endpoint = async ({ core }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const parsed = query.safeParse(c.req.query());
  if (!parsed.success) throw refuse("invalidRequest", { message: "Invalid list options" });
  const { limit, offset, search, sortColumn, sortOrder } = parsed.data;
  const [row] = await readAs(core, caller, {
    text: `select coalesce(json_agg(found.bucket), '[]')::text as buckets from (
        select ${knowsTypes(c.req.raw.headers) ? TYPED_JSON : `${BUCKET_JSON}::jsonb`} as bucket from storage.buckets b
        where $1 = '' or strpos(lower(b.name), lower($1)) > 0
        order by ${COLUMNS[sortColumn]} ${sortOrder}, b.id limit $2 offset $3
      ) found`,
    values: [search, String(Math.min(limit, MOST)), String(offset)],
  });
  return c.body(row?.buckets ?? "[]", 200, { "content-type": "application/json" });
};
