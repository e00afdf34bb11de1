import { z } from "zod";
import { callerOf, readAs } from "../access.ts";
import { refuse } from "../errors.ts";
import type { Endpoint } from "./endpoint.ts";

export const BUCKET_JSON = `json_build_object('id', b.id, 'name', b.name, 'owner', coalesce(b.owner_id, b.owner::text, ''),
  'type', 'STANDARD', 'public', b.public, 'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types, 'created_at', b.created_at,
  'updated_at', b.updated_at)`;

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

/** At most so many rows in one answer, whatever is asked for. */
const MOST = 1000;

/** `GET /bucket`: the buckets that the caller's policies show. */
export const listBuckets: Endpoint = async ({ kernel }, c) => {
  const caller = await callerOf(kernel, c.req.raw);
  const parsed = query.safeParse(c.req.query());
  if (!parsed.success) throw refuse("invalidRequest", { message: "Invalid list options" });
  const { limit, offset, search, sortColumn, sortOrder } = parsed.data;
  const [row] = await readAs(kernel, caller, {
    text: `select coalesce(json_agg(found.bucket), '[]')::text as buckets from (
        select ${BUCKET_JSON} as bucket from storage.buckets b
        where $1 = '' or strpos(lower(b.name), lower($1)) > 0
        order by ${COLUMNS[sortColumn]} ${sortOrder}, b.id limit $2 offset $3
      ) found`,
    values: [search, String(Math.min(limit, MOST)), String(offset)],
  });
  return c.body(row?.buckets ?? "[]", 200, { "content-type": "application/json" });
};
