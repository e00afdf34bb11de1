import type { Kernel } from "#backend/kernel/kernel.ts";
import { bucketRules } from "./buckets.ts";
import { refuse } from "./errors.ts";
import { findObject, type StoredObject } from "./objects.ts";

/** A file of a public bucket; a private bucket is not even told to exist. */
export const findPublic = async (
  kernel: Kernel,
  bucket: string,
  name: string,
): Promise<StoredObject> => {
  const rules = await bucketRules(kernel, bucket);
  if (!rules.public) throw refuse("noSuchBucket");
  return findObject(kernel, bucket, name);
};
