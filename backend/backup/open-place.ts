import type { S3Options } from "#backend/storage/files/bucket.ts";
import { folderPlace } from "./folder-place.ts";
import type { BackupPlace } from "./place.ts";
import { s3Place } from "./s3-place.ts";

/** A folder, or `s3://bucket/prefix` in the object storage of `s3`. */
export const openPlace = (
  address: string,
  s3: Omit<S3Options, "bucket"> | undefined,
): BackupPlace => {
  if (!address.startsWith("s3://")) return folderPlace(address);
  if (!s3) throw new Error(`S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set for ${address}.`);
  return s3Place(address, s3);
};
