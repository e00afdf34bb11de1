import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import type { FileDriver, FileKey } from "./driver.ts";

/** An object storage with the S3 API, and the bucket there for all files. */
export interface S3Options {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** For a storage other than Amazon's, for example `http://localhost:9000`. */
  endpoint?: string;
}

/** Self-hosted Supabase Storage uses the same layout: `<tenant>/<bucket>/<name>/<version>`. */
const TENANT = "stub";

/** Bytes of a key, S3's limit. */
const LONGEST_KEY = 1024;

/** Milliseconds that a request without a body may take. */
const PATIENCE = 30_000;
const ATTEMPTS = 4;

const keyOf = ({ bucket, name, version }: FileKey): string => {
  const key = `${TENANT}/${bucket}/${name}/${version}`;
  if (Buffer.byteLength(key) <= LONGEST_KEY) return key;
  return `${TENANT}/${bucket}/%h${createHash("sha256").update(name).digest("hex")}/${version}`;
};

const inPath = (key: string): string => key.split("/").map(encodeURIComponent).join("/");

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
};

const failure = async (what: string, response: Response): Promise<Error> => {
  const body = await response.text().catch(() => "");
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1] ?? "";
  return new Error(`S3 answered ${response.status} ${code} to ${what}`);
};

/** `what` failed permanently: the body is not needed, and must not hold its connection. */
const discard = async (response: Response): Promise<void> => {
  await response.body?.cancel();
};

/**
 * Files in a bucket of an object storage. Each is sent with the hash of its bytes in the signature, so that
 * the stored bytes are the sent ones. `spool` is a local folder for copies that programs need.
 */
export const s3Driver = (
  { bucket, region, accessKeyId, secretAccessKey, endpoint }: S3Options,
  spool: string,
): FileDriver => {
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
  const urlOf = (key: FileKey) => `${root}/${inPath(keyOf(key))}`;
  const request = (method: string, url: string, init: RequestInit = {}) =>
    aws.fetch(url, { ...init, method });
  const soon = () => ({ signal: AbortSignal.timeout(PATIENCE) });

  const get: FileDriver["get"] = async (key, range) => {
    // With a range `fetch` adds this header itself; twice, it would not match the signature.
    const headers: Record<string, string> = range
      ? { range: `bytes=${range.start}-${range.end}` }
      : { "accept-encoding": "identity" };
    const response = await request("GET", urlOf(key), { headers });
    if (response.status === 404) {
      await discard(response);
      return null;
    }
    if (!response.ok || !response.body) throw await failure("GET", response);
    return Readable.fromWeb(response.body as unknown as NodeReadableStream<Uint8Array>);
  };

  return {
    async check() {
      let response: Response;
      try {
        response = await request("HEAD", `${root}/`, soon());
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

    async put(key, localPath, announced) {
      await announced;
      const response = await request("PUT", urlOf(key), {
        body: await openAsBlob(localPath),
        headers: {
          "content-type": "application/octet-stream",
          "x-amz-content-sha256": await hashOf(localPath),
        },
      });
      if (!response.ok) throw await failure("PUT", response);
      await discard(response);
      await rm(localPath, { force: true });
    },

    get,

    async withLocal(key, use) {
      const body = await get(key);
      if (!body) return null;
      const path = join(spool, randomUUID());
      try {
        await pipeline(body, createWriteStream(path, { flags: "wx", mode: 0o600 }));
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },

    async remove(key) {
      const response = await request("DELETE", urlOf(key), soon());
      if (!response.ok && response.status !== 404) throw await failure("DELETE", response);
      await discard(response);
    },

    async copy(from, to) {
      const response = await request("PUT", urlOf(to), {
        headers: { "x-amz-copy-source": `/${bucket}/${inPath(keyOf(from))}` },
        ...soon(),
      });
      if (response.status === 404) {
        await discard(response);
        return false;
      }
      // A copy that fails midway is reported in the body of a 200.
      const copy = response.clone();
      if (!response.ok || (await response.text()).includes("<Error>")) {
        throw await failure("COPY", copy);
      }
      return true;
    },
  };
};
