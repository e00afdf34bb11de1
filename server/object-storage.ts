import type { S3Options } from "#backend/storage/files/s3.ts";
import type { Config } from "./config.ts";

/** Where files are stored, if not in the data folder. */
export const objectStorage = ({
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Config): S3Options | undefined =>
  bucket && accessKeyId && secretAccessKey
    ? { bucket, region, endpoint, accessKeyId, secretAccessKey }
    : undefined;
