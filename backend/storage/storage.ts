import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import type { Core, Service } from "#backend/core/core.ts";
import { HttpError } from "#backend/core/errors.ts";
import type { RequestInfo } from "#backend/core/http/http.ts";
import { networkOf } from "#backend/core/http/network.ts";
import { logFailure } from "#backend/core/log.ts";
import type { StorageParts } from "./context.ts";
import { bucketLifecycle } from "./endpoints/bucket-lifecycle.ts";
import { copyObject } from "./endpoints/copy-object.ts";
import { createBucket } from "./endpoints/create-bucket.ts";
import { deleteBucket } from "./endpoints/delete-bucket.ts";
import { emptyBucket } from "./endpoints/empty-bucket.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { getBucket } from "./endpoints/get-bucket.ts";
import { getObject } from "./endpoints/get-object.ts";
import { getObjectInfo, getPublicObjectInfo } from "./endpoints/get-object-info.ts";
import { getPublicObject } from "./endpoints/get-public-object.ts";
import { getSignedObject } from "./endpoints/get-signed-object.ts";
import { listBuckets } from "./endpoints/list-buckets.ts";
import { listObjects } from "./endpoints/list-objects.ts";
import { listObjectsV2 } from "./endpoints/list-objects-v2.ts";
import { moveObject } from "./endpoints/move-object.ts";
import { purgeBucketCache, purgeCache, purgeWholeCache } from "./endpoints/purge-cache.ts";
import { removeObject, removeObjects } from "./endpoints/remove-objects.ts";
import { renderImage, renderPublicImage, renderSignedImage } from "./endpoints/render-image.ts";
import { signObject, signObjects } from "./endpoints/sign-object.ts";
import { signUploadObject } from "./endpoints/sign-upload.ts";
import { updateBucket } from "./endpoints/update-bucket.ts";
import { updateObject } from "./endpoints/update-object.ts";
import { uploadObject } from "./endpoints/upload-object.ts";
import { uploadSigned } from "./endpoints/upload-signed.ts";
import { errorResponse, outageRefusal, refusalName, refuse } from "./errors.ts";
import type { S3Options } from "./files/bucket.ts";
import type { FileDriver } from "./files/driver.ts";
import { folderDriver } from "./files/folder.ts";
import { s3Driver } from "./files/s3.ts";
import { createImageTransformer, createPictureLimit } from "./images/image-transformer.ts";
import { createPictureRules, type PictureSettings } from "./images/rules.ts";
import { createTidier, sweepSpool } from "./pending-files.ts";

// Any character, so that a name with a line break is refused as a name and not as a route.
const FILE = ":bucket/:name{[\\s\\S]+}";

/**
 * Read from top to bottom: the first matching route serves. Bucket names that are words here are
 * unreachable.
 */
const ROUTES: [method: string, path: string, endpoint: Endpoint][] = [
  ["POST", "/bucket", createBucket],
  ["POST", "/bucket/", createBucket],
  ["GET", "/bucket", listBuckets],
  ["GET", "/bucket/", listBuckets],
  ["GET", "/bucket/:bucket", getBucket],
  ["PUT", "/bucket/:bucket", updateBucket],
  ["DELETE", "/bucket/:bucket", deleteBucket],
  ["POST", "/bucket/:bucket/empty", emptyBucket],
  ...["GET", "PUT", "DELETE"].map((method): [string, string, Endpoint] => [
    method,
    "/bucket/:bucket/lifecycle",
    bucketLifecycle,
  ]),
  ["POST", "/object/list/:bucket", listObjects],
  ["POST", "/object/list-v2/:bucket", listObjectsV2],
  ["POST", "/object/move", moveObject],
  ["POST", "/object/copy", copyObject],
  ["POST", "/object/sign/:bucket", signObjects],
  ["POST", `/object/sign/${FILE}`, signObject],
  ["GET", `/object/sign/${FILE}`, getSignedObject],
  ["POST", `/object/upload/sign/${FILE}`, signUploadObject],
  ["PUT", `/object/upload/sign/${FILE}`, uploadSigned],
  ["GET", `/object/info/public/${FILE}`, getPublicObjectInfo],
  ["GET", `/object/info/authenticated/${FILE}`, getObjectInfo],
  ["GET", `/object/info/${FILE}`, getObjectInfo],
  ["GET", `/object/public/${FILE}`, getPublicObject],
  ["GET", `/object/authenticated/${FILE}`, getObject],
  ["GET", `/object/${FILE}`, getObject],
  // Without a name, which is then refused.
  ["POST", "/object/:bucket/", uploadObject],
  ["PUT", "/object/:bucket/", updateObject],
  ["POST", `/object/${FILE}`, uploadObject],
  ["PUT", `/object/${FILE}`, updateObject],
  ["DELETE", "/object/:bucket", removeObjects],
  ["DELETE", `/object/${FILE}`, removeObject],
  ["GET", `/render/image/public/${FILE}`, renderPublicImage],
  ["GET", `/render/image/authenticated/${FILE}`, renderImage],
  ["GET", `/render/image/sign/${FILE}`, renderSignedImage],
  ["DELETE", "/cdn", purgeWholeCache],
  ["DELETE", "/cdn/", purgeWholeCache],
  ["DELETE", "/cdn/:bucket", purgeBucketCache],
  ["DELETE", "/cdn/:bucket/", purgeCache],
  ["DELETE", `/cdn/${FILE}`, purgeCache],
];

interface StorageOptions {
  /** An object storage for the bytes; without one, a folder below the core's `dataDir`. */
  s3?: S3Options;
  pictures?: PictureSettings;
}

/** The version that Storage reports when it is not built into an image. */
const VERSION = "0.0.0";

/** Self-hosted Supabase Storage stores a single project's files under this name. */
const TENANT = "stub";

const homeOf = (dataDir: string) => {
  const home = join(dataDir, "storage");
  return { spool: join(home, "spool"), shelf: join(home, "images"), files: join(home, TENANT) };
};

/** Where the bytes of a data folder's files are: in the folder itself, or in an object storage. */
export const openFiles = async (dataDir: string, s3?: S3Options): Promise<FileDriver> => {
  const { spool, files } = homeOf(dataDir);
  for (const folder of [spool, files]) await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!s3) return folderDriver(files);
  const driver = s3Driver(s3, spool);
  await driver.check();
  return driver;
};

/**
 * The Storage API of Supabase at `/storage/v1`, for `@supabase/storage-js`. Needs the schema of
 * `migrations/` beside this file. Every operation on files runs as the caller in `storage.objects`, so its
 * policies decide.
 */
export const createStorage = async (core: Core, options: StorageOptions = {}): Promise<Service> => {
  const { spool, shelf } = homeOf(core.dataDir);
  const files = await openFiles(core.dataDir, options.s3);
  await mkdir(shelf, { recursive: true, mode: 0o700 });
  const pictureLimit = createPictureLimit();
  const pictureRules = createPictureRules(options.pictures);
  const images = createImageTransformer({
    files,
    shelf,
    limit: pictureLimit,
    pixels: pictureRules.pixels,
    log: core.log,
  });
  const tidier = createTidier(core, files, spool, images.removeImages);
  const parts: StorageParts = {
    core,
    files,
    images,
    pictureLimit,
    pictureRules,
    spool,
    tidy: tidier.tidy,
  };
  await sweepSpool(spool, Date.now());
  tidier.tidy();

  const app = new Hono<{ Bindings: RequestInfo }>().basePath("/storage/v1");
  for (const [method, path, endpoint] of ROUTES)
    app.on(method, path, (c) => endpoint({ ...parts, network: networkOf(c.env.ip) }, c));
  for (const path of ["/status", "/statusz"]) app.get(path, (c) => c.body(null, 200));
  app.get("/version", (c) => c.text(VERSION));
  app.notFound(() => errorResponse(refuse("noSuchRoute")));
  app.onError((error, c) => {
    // Errors while reading a body have their own messages.
    if (error instanceof HttpError && error.code === "request_incomplete")
      return errorResponse(refuse("invalidRequest", { message: error.message, cause: error }));
    const known = error instanceof HttpError && refusalName(error) !== null;
    if (!known) logFailure(core.log, "storage.failed", error, { method: c.req.method });
    return errorResponse(
      known ? error : (outageRefusal(error) ?? refuse("internal", { cause: error })),
    );
  });

  return {
    fetch: async (request, info) => app.fetch(request, info),
    check: files.check,
    close: tidier.close,
  };
};
