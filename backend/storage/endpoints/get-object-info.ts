import type { Context } from "hono";
import { callerOf } from "../access.ts";
import { checkVersion, findPublic, readObject, type StoredObject } from "../objects.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";
import { getObject } from "./get-object.ts";
import { getPublicObject } from "./get-public-object.ts";

const describe = (c: Context, found: StoredObject) => {
  checkVersion(found, c.req.query("versionId"));
  const { facts, bucket, userMetadata, ...object } = found;
  return c.json({
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: bucket,
    size: facts.size ?? null,
    content_type: facts.mimetype ?? null,
    cache_control: facts.cacheControl ?? null,
    etag: facts.eTag ?? null,
    metadata: userMetadata ?? {},
    last_modified: facts.lastModified ?? object.updated_at,
    created_at: object.created_at,
  });
};

/**
 * `GET|HEAD /object/info[/authenticated]/:bucket/:name`: the metadata of a file that the caller may see;
 * for HEAD, in the file's own headers.
 */
export const getObjectInfo: Endpoint = async (context, c) => {
  const { core } = context;
  if (c.req.method === "HEAD") return getObject(context, c);
  const caller = await callerOf(core, c.req.raw);
  return describe(c, await readObject(core, caller, pathPart(c, "bucket"), pathPart(c, "name")));
};

/** `GET|HEAD /object/info/public/:bucket/:name`: the same for a file of a public bucket. */
export const getPublicObjectInfo: Endpoint = async (context, c) => {
  const { core } = context;
  if (c.req.method === "HEAD") return getPublicObject(context, c);
  return describe(c, (await findPublic(core, pathPart(c, "bucket"), pathPart(c, "name"))).object);
};
