import { z } from "zod";
import { parseJson } from "#backend/core/http/parse.ts";
import { callerOf, readAs } from "../access.ts";
import { bucketRules } from "../buckets.ts";
import { refuse } from "../errors.ts";
import { flag, text, whole } from "../lenient.ts";
import { jsonBody } from "../request.ts";
import { isoTimestamp } from "../timestamps.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";
import { afterPrefix, requestsOldVersionsOnly, versionFilters } from "./list-objects.ts";

const MOST = 1000;

const body = z.object({
  prefix: text(z.string().max(1024)).default(""),
  limit: whole(1).default(MOST),
  cursor: text(z.string().max(8192)).default(""),
  with_delimiter: flag().default(false),
  exactMatch: flag().default(false),
  ...versionFilters,
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at"]),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .default({ column: "name", order: "asc" }),
});

/** The end of the previous page: its last entry's sort value and key. */
const cursorShape = z.tuple([z.string(), z.string()]);

const openCursor = (cursor: string): [string | null, string | null] => {
  if (cursor === "") return [null, null];
  try {
    return cursorShape.parse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (cause) {
    throw refuse("invalidRequest", { message: "Invalid cursor", cause });
  }
};

/** The key of an entry in a folder's list is its name within the folder. */
const within = (name: string) => name.replace(/\/$/, "").split("/").at(-1) ?? "";

interface Entry {
  key: string;
  sort: string;
  folder: boolean;
  object: Record<string, unknown>;
}

/**
 * `POST /object/list-v2/:bucket`: everything whose name begins with `prefix`, page by page from a cursor;
 * with `with_delimiter`, deeper entries are shown as folders. A folder has the time of its oldest file,
 * whichever time is requested, and times have millisecond precision, as on Supabase.
 */
export const listObjectsV2: Endpoint = async ({ core }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const wish = await jsonBody(c.req.raw, caller, body);
  const { prefix, limit, cursor, with_delimiter, exactMatch, sortBy } = wish;
  const [sortAfter, keyAfter] = openCursor(cursor);
  const bucket = pathPart(c, "bucket");
  await bucketRules(core, bucket);
  if (requestsOldVersionsOnly(wish)) return c.json({ hasNext: false, folders: [], objects: [] });
  const count = Math.min(limit, MOST);
  const sort = sortBy.column === "name" ? "key" : isoTimestamp(sortBy.column);
  const beyond = sortBy.order === "asc" ? ">" : "<";
  const [row] = await readAs(core, caller, {
    text: `with inside as (
        select case when $4::boolean and strpos(substr(o.name, length($2) + 1), '/') > 0
            then $2 || split_part(substr(o.name, length($2) + 1), '/', 1) || '/'
            else o.name end collate "C" as key, o.*
        from storage.objects o
        where o.bucket_id = $1 and o.name >= $2 and ($3::text is null or o.name < $3)
          and (o.name = $2 or not $8::boolean)
      ), entries as (
        select key, right(key, 1) = '/' as folder, min(created_at) as created_at,
          case when right(key, 1) = '/' then min(created_at) else min(updated_at) end as updated_at,
          min(id::text) as id, min(version) as version,
          min(last_accessed_at) as last_accessed_at, (array_agg(metadata))[1] as metadata
        from inside group by key
      ), sorted as (select *, (${sort}) collate "C" as sort from entries), page as (
        select * from sorted
        where $5::text is null or (sort, key) ${beyond} ($5 collate "C", $6 collate "C")
        order by sort ${sortBy.order}, key ${sortBy.order} limit $7
      )
      select coalesce(json_agg(json_build_object('key', key, 'sort', sort, 'folder', folder, 'object',
        json_build_object('name', key, 'key', key, 'id', id,
          'updated_at', ${isoTimestamp("updated_at")}, 'created_at', ${isoTimestamp("created_at")},
          'last_accessed_at', ${isoTimestamp("last_accessed_at")}, 'metadata', metadata,
          'version', version))), '[]')::text as entries from page`,
    values: [
      bucket,
      prefix,
      afterPrefix(prefix),
      String(with_delimiter),
      sortAfter,
      keyAfter,
      String(count + 1),
      String(exactMatch),
    ],
  });
  const entries = JSON.parse(row?.entries ?? "[]") as Entry[];
  const page = entries.slice(0, count);
  const last = page.at(-1);
  const hasNext = entries.length > count;
  return c.json({
    hasNext,
    nextCursor:
      hasNext && last
        ? Buffer.from(JSON.stringify([last.sort, last.key])).toString("base64url")
        : undefined,
    folders: page
      .filter(({ folder }) => folder)
      .map(({ key }) => ({ name: key, key: within(key) })),
    objects: page
      .filter(({ folder }) => !folder)
      .map(({ key, object }) => (with_delimiter ? { ...object, key: within(key) } : object)),
  });
};
