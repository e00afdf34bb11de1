import { outageFacts, outageOf } from "#backend/core/database/outage.ts";
import { HttpError } from "#backend/core/errors.ts";

/**
 * `statusCode`, `code`, `error` (the older, readable name) and `message` of the body. Supabase Storage
 * responds with 400 to every refusal and puts the real status into the body, where clients read it; only
 * what has "own" responds with its own status.
 */
type Facts = readonly [status: number, code: string, error: string, message: string, own?: "own"];

/** Every refusal of Storage. Codes and messages are those of Supabase Storage. */
const REFUSALS = {
  accessDenied: [403, "AccessDenied", "Unauthorized", "new row violates row-level security policy"],
  serviceOnly: [403, "AccessDenied", "Unauthorized", "Access denied", "own"],
  noApiKey: [400, "AccessDenied", "Error", "headers must have required property 'authorization'"],
  invalidJwt: [403, "AccessDenied", "Unauthorized", "Invalid Compact JWS"],
  invalidUrlToken: [400, "InvalidJWT", "InvalidJWT", "Invalid JWT"],
  signatureMismatch: [400, "InvalidSignature", "InvalidSignature", "Invalid signature"],
  tokenSpent: [409, "ResourceAlreadyExists", "Duplicate", "The resource already exists"],
  noSuchBucket: [404, "NoSuchBucket", "Bucket not found", "Bucket not found"],
  noSuchKey: [404, "NoSuchKey", "not_found", "Object not found"],
  noSuchRoute: [404, "InvalidRequest", "Not Found", "Route not found", "own"],
  keyExists: [409, "KeyAlreadyExists", "Duplicate", "The resource already exists"],
  bucketExists: [409, "BucketAlreadyExists", "Duplicate", "The resource already exists"],
  bucketNotEmpty: [
    409,
    "ResourceNotEmpty",
    "InvalidRequest",
    "The bucket you tried to delete is not empty",
  ],
  invalidBucketName: [400, "InvalidBucketName", "Invalid Input", "Bucket name invalid"],
  invalidKey: [400, "InvalidKey", "InvalidKey", "Invalid key"],
  invalidRequest: [400, "InvalidRequest", "InvalidRequest", "The request is not properly formed"],
  notSupported: [
    409,
    "NotSupported",
    "NotSupported",
    "The feature is not enabled for this resource",
  ],
  featureNotEnabled: [
    400,
    "FeatureNotEnabled",
    "FeatureNotEnabled",
    "The feature is not enabled for this resource",
  ],
  invalidMimeType: [415, "InvalidMimeType", "invalid_mime_type", "mime type is not supported"],
  emptyFile: [400, "InvalidRequest", "empty_file", "The file is empty. Please choose another one."],
  incompleteFile: [
    400,
    "InvalidRequest",
    "incomplete_file",
    "The file is incomplete or damaged. Please choose the original file.",
  ],
  tooLarge: [
    413,
    "EntityTooLarge",
    "Payload too large",
    "The object exceeded the maximum allowed size",
  ],
  bodyTooLarge: [413, "EntityTooLarge", "Payload too large", "Request body is too large", "own"],
  invalidRobotsTag: [400, "InvalidRequest", "invalid_x_robots_tag", "Invalid X-Robots-Tag header"],
  invalidRange: [416, "InvalidRange", "invalid_range", "invalid range provided", "own"],
  tooMany: [429, "TooManyRequests", "TooManyRequests", "Too many requests; try again later", "own"],
  slowDown: [
    503,
    "SlowDown",
    "SlowDown",
    "Too many images are being transformed at once; try again shortly",
    "own",
  ],
  uploadLapsed: [
    503,
    "SlowDown",
    "SlowDown",
    "Storing the file took too long, and it was not kept; send it again",
    "own",
  ],
  unavailable: [
    503,
    "ServiceUnavailable",
    "ServiceUnavailable",
    "The database cannot be reached at the moment",
    "own",
  ],
  storageFull: [507, "StorageFull", "StorageFull", "Storage is full", "own"],
  internal: [500, "InternalError", "Internal", "Internal Server Error", "own"],
} as const satisfies Record<string, Facts>;

type RefusalName = keyof typeof REFUSALS;

/**
 * A refusal of the record above. `message` replaces the record's own if it says more; `cause` is for the
 * log only.
 */
export const refuse = (
  name: RefusalName,
  {
    message,
    cause,
    headers,
  }: { message?: string; cause?: unknown; headers?: Record<string, string> } = {},
): HttpError => {
  const [status, code, , usual]: Facts = REFUSALS[name];
  return new HttpError({ status, code, message: message ?? usual, details: name, headers }, cause);
};

/** The response while the database or the disk cannot serve; null for every other error. */
export const outageRefusal = (error: unknown): HttpError | null => {
  const outage = outageOf(error);
  if (!outage) return null;
  const { message, headers } = outageFacts(outage);
  const name = outage === "full" ? "storageFull" : "unavailable";
  return refuse(name, { message, cause: error, headers });
};

const isName = (value: string | null): value is RefusalName => value !== null && value in REFUSALS;

/** Which of the record's refusals an error is; null if it did not come from `refuse`. */
export const refusalName = (error: unknown): RefusalName | null =>
  error instanceof HttpError && isName(error.details) ? error.details : null;

/** The response in Storage's format: `{ statusCode, code, error, message }`. */
export const errorResponse = (error: HttpError): Response => {
  const [status, code, name, , own]: Facts = REFUSALS[refusalName(error) ?? "internal"];
  return Response.json(
    { statusCode: String(status), code, error: name, message: error.message },
    { status: own ? status : 400, headers: { "cache-control": "no-store", ...error.headers } },
  );
};
