import type { Context } from "hono";
import type { Core } from "#backend/core/core.ts";
import { callerOf } from "../access.ts";
import { refuse } from "../errors.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

const asService = async (core: Core, c: Context): Promise<void> => {
  const { role } = await callerOf(core, c.req.raw);
  if (role !== "service_role") throw refuse("serviceOnly");
};

/**
 * `DELETE /cdn/:bucket/:name`: removes the cached pictures of a file, whether it exists or not; for the
 * service role alone.
 */
export const purgeCache: Endpoint = async ({ core, images }, c) => {
  await asService(core, c);
  const name = pathPart(c, "name");
  if (name === "") throw refuse("noSuchKey");
  const [object] = await core.db.query<{ version: string }>(
    "select version from storage.objects where bucket_id = $1 and name = $2 and version is not null",
    [pathPart(c, "bucket"), name],
  );
  if (object) await images.removeImages(object.version);
  return c.json({ message: "success" });
};

/** `DELETE /cdn/:bucket`: the same for every file in a bucket. */
export const purgeBucketCache: Endpoint = async ({ core, images }, c) => {
  await asService(core, c);
  const inside = await core.db.query<{ version: string }>(
    "select version from storage.objects where bucket_id = $1 and version = any($2)",
    [pathPart(c, "bucket"), await images.versions()],
  );
  for (const { version } of inside) await images.removeImages(version);
  return c.json({ message: "success" });
};

/** `DELETE /cdn/`: the same for every file. */
export const purgeWholeCache: Endpoint = async ({ core, images }, c) => {
  await asService(core, c);
  for (const version of await images.versions()) await images.removeImages(version);
  return c.json({ message: "success" });
};
