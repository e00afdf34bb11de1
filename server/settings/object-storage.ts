import type { S3Options } from "supabase-compatible-backend/backup";
import type { Config } from "./config.ts";

/** The object storage of the settings, if there is one. */
export const objectStorageAccount = ({
  S3_REGION: region,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Config): Omit<S3Options, "bucket"> | undefined =>
  accessKeyId && secretAccessKey ? { region, endpoint, accessKeyId, secretAccessKey } : undefined;

/** Where files are stored, if not in the data folder. */
export const objectStorage = (config: Config): S3Options | undefined => {
  const account = objectStorageAccount(config);
  return config.S3_BUCKET && account ? { bucket: config.S3_BUCKET, ...account } : undefined;
};
