import type { Db } from "#web/session/database.ts";

const OURS = /\/storage\/v1\/object\/public\/(avatars|business_logos)\/([^?#]+)/;

/** A portrait or logo in our storage; pictures from other sites are not fetched. */
export const publicFile = async (
  db: Db,
  address: string | null | undefined,
): Promise<Uint8Array | null> => {
  const [, bucket, path] = OURS.exec(address ?? "") ?? [];
  if (!bucket || !path) return null;
  const { data } = await db.storage.from(bucket).download(path);
  return data && new Uint8Array(await data.arrayBuffer());
};
