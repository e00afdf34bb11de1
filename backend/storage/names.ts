import { refuse } from "./errors.ts";

/** Longest object name in bytes of UTF-8, as S3 has it. */
const LONGEST_NAME = 1024;
const LONGEST_BUCKET = 100;

/** The characters Storage allows in bucket names; in object names `/` and letters of any script too. */
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]+$/;
const OBJECT = /^[\p{L}\p{M}\p{N}_!\-.*'() &$@=;:+,?/]+$/u;

const isPlainPart = (part: string) => part !== "" && part !== "." && part !== "..";

/** Throws `invalidBucketName` for a bucket name that Storage would not accept. */
export const checkBucketName = (name: string): string => {
  if (
    !BUCKET.test(name) ||
    name.length > LONGEST_BUCKET ||
    name.trim() !== name ||
    !isPlainPart(name)
  )
    throw refuse("invalidBucketName");
  return name;
};

/**
 * Throws `invalidKey` for an object name that is empty or too long, has an empty, `.` or `..` part, a
 * control character or anything else outside Storage's alphabet.
 */
export const checkObjectName = (name: string): string => {
  if (
    !OBJECT.test(name) ||
    Buffer.byteLength(name) > LONGEST_NAME ||
    !name.split("/").every(isPlainPart)
  )
    throw refuse("invalidKey", { message: `Invalid key: ${name.slice(0, 100)}` });
  return name;
};

/** The empty file with which the dashboard creates a folder: any bucket accepts it. */
export const isFolderPlaceholder = (name: string): boolean =>
  name.endsWith(".emptyFolderPlaceholder");
