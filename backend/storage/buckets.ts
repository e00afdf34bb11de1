import type { Core } from "#backend/core/core.ts";
import { refuse } from "./errors.ts";
import { checkBucketName } from "./names.ts";

/** The rules for a file's upload and download. */
export interface BucketRules {
  id: string;
  public: boolean;
  /** Bytes; null for the project's limit. */
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** The bucket's rules, for any caller; throws `noSuchBucket`. */
export const bucketRules = async (core: Core, id: string): Promise<BucketRules> => {
  checkBucketName(id);
  const [bucket] = await core.db.query<{
    id: string;
    public: boolean;
    file_size_limit: string | null;
    allowed_mime_types: string[] | null;
  }>("select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1", [
    id,
  ]);
  if (!bucket) throw refuse("noSuchBucket");
  const limit = bucket.file_size_limit;
  return { ...bucket, file_size_limit: limit === null ? null : Number(limit) };
};

/** The most bytes of one file in the bucket: the smaller of the bucket's and the project's limit. */
export const sizeLimit = (core: Core, bucket: BucketRules): number =>
  Math.min(
    bucket.file_size_limit ?? Number.POSITIVE_INFINITY,
    core.project.config.storage.fileSizeLimit,
  );

const UNITS: Record<string, number> = { gb: 1e9, mb: 1e6, kb: 1e3, b: 1 };

/** Bytes of `20MB`, `30KB`, `3B` or a plain number; null for none. Throws `invalidRequest`. */
export const parseSize = (value: number | string | null | undefined): number | null => {
  if (value === null || value === undefined) return null;
  const match = /^(\d+(?:\.\d+)?)\s*(gb|mb|kb|b)?$/i.exec(String(value).trim());
  const bytes = Math.round(Number(match?.[1]) * (UNITS[match?.[2]?.toLowerCase() ?? "b"] ?? 1));
  if (!match || !Number.isSafeInteger(bytes))
    throw refuse("invalidRequest", {
      message: "Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B",
    });
  return bytes;
};
