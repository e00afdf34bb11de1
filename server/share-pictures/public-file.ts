import { StorageApiError } from "@supabase/supabase-js";
import type { Db } from "#web/session/database.ts";

const OURS = /\/storage\/v1\/object\/public\/(avatars|business_logos)\/([^?#]+)/;

/** There is no such file, or none can have this name. The platform has the status in the body alone. */
const isMissing = (error: unknown): boolean =>
  error instanceof StorageApiError &&
  (error.status === 404 || ["400", "404"].includes(String(error.statusCode)));

/**
 * A portrait or logo in our storage; null if there is none, and for pictures of other sites, which are not
 * fetched. Throws if the storage fails, so that nothing is drawn and cached without a picture that exists.
 */
export const publicFile = async (
  db: Db,
  address: string | null | undefined,
): Promise<Uint8Array | null> => {
  const [, bucket, path] = OURS.exec(address ?? "") ?? [];
  if (!bucket || !path) return null;
  const { data, error } = await db.storage.from(bucket).download(path);
  if (data) return new Uint8Array(await data.arrayBuffer());
  if (isMissing(error)) return null;
  throw error;
};
