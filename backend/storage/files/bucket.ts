import { AwsClient } from "aws4fetch";

/** An object storage with the S3 API, and the bucket there for all files. */
export interface S3Options {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** For a storage other than Amazon's, for example `http://localhost:9000`. */
  endpoint?: string;
}

/** Milliseconds that a request without a body may take. */
const PATIENCE = 30_000;
const ATTEMPTS = 4;

export const soon = () => ({ signal: AbortSignal.timeout(PATIENCE) });

export const inPath = (key: string): string => key.split("/").map(encodeURIComponent).join("/");

/** The storage refused `what`. */
export const failure = async (what: string, response: Response): Promise<Error> => {
  const body = await response.text().catch(() => "");
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1] ?? "";
  return new Error(`S3 answered ${response.status} ${code} to ${what}`);
};

/** `what` failed permanently: the body is not needed, and must not hold its connection. */
export const discard = async (response: Response): Promise<void> => {
  await response.body?.cancel();
};

/** A bucket: signed requests to addresses below it, repeated while the storage is busy. */
export const openBucket = ({
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
  endpoint,
}: S3Options) => {
  const aws = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    retries: ATTEMPTS - 1,
  });
  const root = endpoint
    ? `${endpoint.replace(/\/+$/, "")}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
  return {
    root,
    urlOf: (key: string) => `${root}/${inPath(key)}`,
    request: (method: string, url: string, init: RequestInit = {}) =>
      aws.fetch(url, { ...init, method }),
    /** Throws a sentence if the bucket cannot be used. */
    async check(): Promise<void> {
      let response: Response;
      try {
        response = await aws.fetch(`${root}/`, { method: "HEAD", ...soon() });
      } catch (cause) {
        throw new Error(`S3_ENDPOINT: no object storage answers at ${root}`, { cause });
      }
      await discard(response);
      if (!response.ok) {
        throw new Error(
          `S3_BUCKET: the object storage answers ${response.status} for ${bucket}; check its name, S3_REGION and the keys`,
        );
      }
    },
  };
};
