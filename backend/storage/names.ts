import { refuse } from "./errors.ts";

/** Longest object name in bytes of UTF-8, as S3 has it. */
const LONGEST_NAME = 1024;
const LONGEST_BUCKET = 100;

const BUCKET = /^[\w!\-.*'() &$@=;:+,?]+$/;
/** Whatever XML can say (https://www.w3.org/TR/xml/#charsets), as in S3: lone surrogates are outside. */
const OBJECT = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]+$/u;

/** Whether a part is `.` or `..`, also to somebody who decodes once more or takes `\` for a slash. */
const climbs = (name: string): boolean =>
  name
    .replace(/%(?:2e|2f|5c)/gi, decodeURIComponent)
    .split(/[/\\]/)
    .some((part) => part === "." || part === "..");

/** Throws `invalidBucketName` for anything but a bucket name that Storage would take. */
export const checkBucketName = (name: string): string => {
  if (!BUCKET.test(name) || name.length > LONGEST_BUCKET || name.trim() !== name || climbs(name))
    throw refuse("invalidBucketName");
  return name;
};

/**
 * Throws `invalidKey` for an object name that is empty or too long, has an empty, `.` or `..` part,
 * or a character that XML cannot have.
 */
export const checkObjectName = (name: string): string => {
  if (
    !OBJECT.test(name) ||
    Buffer.byteLength(name) > LONGEST_NAME ||
    name.split("/").includes("") ||
    climbs(name)
  )
    throw refuse("invalidKey", {
      message: `Invalid key: ${encodeURIComponent(name.toWellFormed())}`,
    });
  return name;
};

/** The empty file by which the dashboard keeps a folder that has no other: any bucket takes it. */
export const keepsFolder = (name: string): boolean => name.endsWith(".emptyFolderPlaceholder");
