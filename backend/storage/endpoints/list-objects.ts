import { z } from "zod";
import { callerOf, readAs } from "../access.ts";
import { bucketRules } from "../buckets.ts";
import { text, whole } from "../lenient.ts";
import { jsonBody } from "../request.ts";
import { isoTimestamp } from "../timestamps.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

const versions = z.enum(["exclude", "include", "only"]).default("exclude");

/** Which of a file's versions and delete markers are requested; here each file has one version. */
export const versionFilters = { noncurrentVersions: versions, deleteMarkers: versions };

/** Whether only things are requested that buckets here do not store. */
export const requestsOldVersionsOnly = (
  wish: Record<keyof typeof versionFilters, string>,
): boolean => wish.noncurrentVersions === "only" || wish.deleteMarkers === "only";

const body = z.object({
  prefix: text(z.string().max(1024)).default(""),
  limit: whole(1).default(100),
  offset: whole(0, 2_147_483_647).default(0),
  search: text(z.string().max(1024)).default(""),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at", "last_accessed_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .default({ column: "name", order: "asc" }),
  ...versionFilters,
});

/** The most entries in one response, whatever is requested (Supabase's own limit). */
const MOST = 1500;

/** The smallest text after every text that begins with `prefix`, in byte order; null if none. */
export const afterPrefix = (prefix: string): string | null => {
  const points = [...prefix];
  const last = points.pop()?.codePointAt(0);
  if (last === undefined || last >= 0x10ffff) return null;
  return points.join("") + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
};

/** A folder's path as a prefix: no slash in front, one behind; empty for the top. */
const asFolder = (path: string): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, "");
  return trimmed === "" ? "" : `${trimmed}/`;
};

/**
 * `POST /object/list/:bucket`: the direct contents of a folder that the caller may see: files, and folders
 * with only a name. `search` selects names that begin with it, in any case.
 */
export const listObjects: Endpoint = async ({ core }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const wish = await jsonBody(c.req.raw, caller, body);
  const { prefix, limit, offset, search, sortBy } = wish;
  const bucket = pathPart(c, "bucket");
  await bucketRules(core, bucket);
  if (requestsOldVersionsOnly(wish)) return c.json([]);
  const folder = asFolder(prefix);
  const byName = sortBy.column === "name";
  const order = byName
    ? `entry ${sortBy.order}`
    : `(id is null) desc, ${sortBy.column} ${sortBy.order}, entry`;
  const [row] = await readAs(core, caller, {
    text: `with inside as (
        select split_part(substr(o.name, length($2) + 1), '/', 1) collate "C" as entry,
          strpos(substr(o.name, length($2) + 1), '/') > 0 as deeper, o.*
        from storage.objects o
        where o.bucket_id = $1 and o.name >= $2 and ($3::text is null or o.name < $3)
      ), entries as (
        select entry, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at,
          null::jsonb as metadata, null::text as version
        from inside where deeper group by entry
        union all
        select entry, id, updated_at, created_at, last_accessed_at, metadata, version
        from inside where not deeper
      ), page as (
        select * from entries
        where entry <> '' and starts_with(lower(entry), lower($4))
        order by ${order} limit $5 offset $6
      )
      select coalesce(json_agg(json_build_object('name', entry, 'id', id,
        'updated_at', ${isoTimestamp("updated_at")}, 'created_at', ${isoTimestamp("created_at")},
        'last_accessed_at', ${isoTimestamp("last_accessed_at")}, 'metadata', metadata,
        'version', version)), '[]')::text as entries from page`,
    values: [
      bucket,
      folder,
      afterPrefix(folder),
      search,
      String(Math.min(limit, MOST)),
      String(offset),
    ],
  });
  return c.body(row?.entries ?? "[]", 200, { "content-type": "application/json" });
};
