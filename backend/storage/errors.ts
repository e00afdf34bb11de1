import { outageFacts, outageOf } from "#backend/core/database/outage.ts";
import { HttpError } from "#backend/core/errors.ts";

interface Facts {
  /** The `statusCode` of the body. */
  status: number;
  code: string;
  /** The older, readable name in the body's `error`. */
  error: string;
  message: string;
  /**
   * The status of the HTTP response, if not 400. Supabase Storage responds with 400 to every refusal and
   * puts the real status into the body; clients read `statusCode`.
   */
  wire?: number;
}

/** Every refusal of Storage. Codes and messages are those of Supabase Storage. */
export const REFUSALS = {
  accessDenied: {
    status: 403,
    code: "AccessDenied",
    error: "Unauthorized",
    message: "new row violates row-level security policy",
  },
  serviceOnly: {
    status: 403,
    code: "AccessDenied",
    error: "Unauthorized",
    message: "Access denied",
    wire: 403,
  },
  noApiKey: {
    status: 400,
    code: "AccessDenied",
    error: "Error",
    message: "headers must have required property 'authorization'",
  },
  invalidJwt: {
    status: 403,
    code: "AccessDenied",
    error: "Unauthorized",
    message: "Invalid Compact JWS",
  },
  invalidUrlToken: { status: 400, code: "InvalidJWT", error: "InvalidJWT", message: "Invalid JWT" },
  signatureMismatch: {
    status: 400,
    code: "InvalidSignature",
    error: "InvalidSignature",
    message: "Invalid signature",
  },
  tokenSpent: {
    status: 409,
    code: "ResourceAlreadyExists",
    error: "Duplicate",
    message: "The resource already exists",
  },
  noSuchBucket: {
    status: 404,
    code: "NoSuchBucket",
    error: "Bucket not found",
    message: "Bucket not found",
  },
  noSuchKey: { status: 404, code: "NoSuchKey", error: "not_found", message: "Object not found" },
  noSuchRoute: {
    status: 404,
    code: "InvalidRequest",
    error: "Not Found",
    message: "Route not found",
    wire: 404,
  },
  keyExists: {
    status: 409,
    code: "KeyAlreadyExists",
    error: "Duplicate",
    message: "The resource already exists",
  },
  bucketExists: {
    status: 409,
    code: "BucketAlreadyExists",
    error: "Duplicate",
    message: "The resource already exists",
  },
  bucketNotEmpty: {
    status: 409,
    code: "ResourceNotEmpty",
    error: "InvalidRequest",
    message: "The bucket you tried to delete is not empty",
  },
  invalidBucketName: {
    status: 400,
    code: "InvalidBucketName",
    error: "Invalid Input",
    message: "Bucket name invalid",
  },
  invalidKey: { status: 400, code: "InvalidKey", error: "InvalidKey", message: "Invalid key" },
  invalidRequest: {
    status: 400,
    code: "InvalidRequest",
    error: "InvalidRequest",
    message: "The request is not properly formed",
  },
  notSupported: {
    status: 409,
    code: "NotSupported",
    error: "NotSupported",
    message: "The feature is not enabled for this resource",
  },
  featureNotEnabled: {
    status: 400,
    code: "FeatureNotEnabled",
    error: "FeatureNotEnabled",
    message: "The feature is not enabled for this resource",
  },
  invalidMimeType: {
    status: 415,
    code: "InvalidMimeType",
    error: "invalid_mime_type",
    message: "mime type is not supported",
  },
  tooLarge: {
    status: 413,
    code: "EntityTooLarge",
    error: "Payload too large",
    message: "The object exceeded the maximum allowed size",
  },
  bodyTooLarge: {
    status: 413,
    code: "EntityTooLarge",
    error: "Payload too large",
    message: "Request body is too large",
    wire: 413,
  },
  invalidRobotsTag: {
    status: 400,
    code: "InvalidRequest",
    error: "invalid_x_robots_tag",
    message: "Invalid X-Robots-Tag header",
  },
  invalidRange: {
    status: 416,
    code: "InvalidRange",
    error: "invalid_range",
    message: "invalid range provided",
    wire: 416,
  },
  tusVersion: {
    status: 412,
    code: "TusError",
    error: "TusError",
    message: "Tus-Resumable: 1.0.0 required",
    wire: 412,
  },
  noSuchUpload: {
    status: 404,
    code: "TusError",
    error: "TusError",
    message: "The file for this url was not found",
    wire: 404,
  },
  uploadExpired: {
    status: 410,
    code: "TusError",
    error: "TusError",
    message: "The file for this url no longer exists",
    wire: 410,
  },
  offsetConflict: {
    status: 409,
    code: "TusError",
    error: "TusError",
    message: "Upload-Offset conflict",
    wire: 409,
  },
  noPiece: {
    status: 415,
    code: "TusError",
    error: "TusError",
    message: "Content-Type must be application/offset+octet-stream",
    wire: 415,
  },
  tooMany: {
    status: 429,
    code: "TooManyRequests",
    error: "TooManyRequests",
    message: "Too many requests; try again later",
    wire: 429,
  },
  slowDown: {
    status: 503,
    code: "SlowDown",
    error: "SlowDown",
    message: "Too many images are being transformed at once; try again shortly",
    wire: 503,
  },
  uploadLapsed: {
    status: 503,
    code: "SlowDown",
    error: "SlowDown",
    message: "Storing the file took too long, and it was not kept; send it again",
    wire: 503,
  },
  databaseTimeout: {
    status: 544,
    code: "DatabaseTimeout",
    error: "DatabaseTimeout",
    message: "The connection to the database timed out",
    wire: 544,
  },
  unavailable: {
    status: 503,
    code: "ServiceUnavailable",
    error: "ServiceUnavailable",
    message: "The database cannot be reached at the moment",
    wire: 503,
  },
  storageFull: {
    status: 507,
    code: "StorageFull",
    error: "StorageFull",
    message: "Storage is full",
    wire: 507,
  },
  internal: {
    status: 500,
    code: "InternalError",
    error: "Internal",
    message: "Internal Server Error",
    wire: 500,
  },
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
  const facts = REFUSALS[name];
  return new HttpError(
    { ...facts, message: message ?? facts.message, details: name, headers },
    cause,
  );
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
  const facts: Facts = REFUSALS[refusalName(error) ?? "internal"];
  return Response.json(
    {
      statusCode: String(facts.status),
      code: facts.code,
      error: facts.error,
      message: error.message,
    },
    { status: facts.wire ?? 400, headers: { "cache-control": "no-store", ...error.headers } },
  );
};
