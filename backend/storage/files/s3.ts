import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { discard, failure, inPath, openBucket, type S3Options, soon } from "./bucket.ts";
import type { FileDriver, FileKey } from "./driver.ts";

/** Self-hosted Supabase Storage uses the same layout: `<tenant>/<bucket>/<name>/<version>`. */
const TENANT = "stub";

/** Bytes of a key, S3's limit. */
const LONGEST_KEY = 1024;

const keyOf = ({ bucket, name, version }: FileKey): string => {
  const key = `${TENANT}/${bucket}/${name}/${version}`;
  if (Buffer.byteLength(key) <= LONGEST_KEY) return key;
  return `${TENANT}/${bucket}/%h${createHash("sha256").update(name).digest("hex")}/${version}`;
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
};

/**
 * Files in a bucket of an object storage. Each is sent with the hash of its bytes in the signature, so that
 * the stored bytes are the sent ones. `spool` is a local folder for copies that programs need.
 */
export const s3Driver = (options: S3Options, spool: string): FileDriver => {
  const { check, request, urlOf: addressOf } = openBucket(options);
  const urlOf = (key: FileKey) => addressOf(keyOf(key));

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
    return Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>);
  };

  return {
    check,

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
        headers: { "x-amz-copy-source": `/${options.bucket}/${inPath(keyOf(from))}` },
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
