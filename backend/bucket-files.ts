import { openAsBlob, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { getMimeType } from "hono/utils/mime";
import type { Core, Service } from "#backend/core/core.ts";

/**
 * Regular files below the folder, as objects are named: with slashes. Links are left out, also those to
 * folders (which `recursive` would follow): what they lead to is not the project's.
 */
const filesBelow = (folder: string, prefix = ""): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path.join(folder, entry.name), `${name}/`);
    return entry.isFile() ? [name] : [];
  });

/** When each of the objects was last written. */
const written = async ({ db }: Core, bucket: string, names: string[]) => {
  const rows = await db.query<{ name: string; updated_at: Date }>(
    "select name, updated_at from storage.objects where bucket_id = $1 and name = any($2)",
    [bucket, names],
  );
  return new Map(rows.map(({ name, updated_at }) => [name, updated_at.getTime()]));
};

/**
 * Uploads what the folders of `[storage.buckets.<name>] objects_path` hold and the bucket does not, or only
 * in an older state: by the Storage API and its rules, as the CLI does. A refused file is logged, and the
 * start continues.
 */
export const uploadBucketFiles = async (core: Core, storage: Service): Promise<void> => {
  for (const [bucket, { objectsPath }] of Object.entries(core.project.config.storage.buckets)) {
    if (!objectsPath) continue;
    const names = filesBelow(objectsPath);
    const known = await written(core, bucket, names);
    for (const name of names) {
      const file = path.join(objectsPath, name);
      if ((known.get(name) ?? 0) >= statSync(file).mtimeMs) continue;
      const address = ["storage/v1/object", bucket, ...name.split("/")].map((part, index) =>
        index === 0 ? part : encodeURIComponent(part),
      );
      const request = new Request(`${core.apiUrl}/${address.join("/")}`, {
        method: "POST",
        headers: {
          apikey: core.keys.serviceRole,
          authorization: `Bearer ${core.keys.serviceRole}`,
          "content-type": getMimeType(name) ?? "application/octet-stream",
          "cache-control": "max-age=3600",
          "x-upsert": "true",
        },
        body: await openAsBlob(file),
      });
      const response = await storage.fetch(request, { ip: "127.0.0.1" });
      const reason = (await response.text()).slice(0, 300);
      if (!response.ok) core.log.warn("project.file_not_uploaded", { bucket, name, reason });
    }
  }
};
