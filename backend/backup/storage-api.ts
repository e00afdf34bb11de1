import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Milliseconds for one file. */
const WITHIN = 10 * 60_000;

export interface StorageApi {
  /** The project's address, without a trailing slash. */
  url: string;
  /** Its secret key. */
  key: string;
}

export interface StoredObject {
  bucket: string;
  name: string;
  type: string | null;
  cacheControl: string | null;
}

const addressOf = ({ url }: StorageApi, kind: string, { bucket, name }: StoredObject): string =>
  `${url}/storage/v1/object/${kind}${[bucket, ...name.split("/")].map(encodeURIComponent).join("/")}`;

const headersOf = ({ key }: StorageApi) => ({ apikey: key, authorization: `Bearer ${key}` });

const refused = (what: string, { status }: Response, body: string): Error =>
  new Error(`The storage of the project ${what}: ${status} ${body.slice(0, 200)}`);

/** The ids of all buckets that the key may see, in order. */
export const listBuckets = async (api: StorageApi): Promise<string[]> => {
  const response = await fetch(`${api.url}/storage/v1/bucket`, {
    headers: headersOf(api),
    signal: AbortSignal.timeout(WITHIN),
  });
  const body = await response.text();
  if (!response.ok) throw refused("does not list its buckets", response, body);
  return (JSON.parse(body) as { id: string }[]).map(({ id }) => id).sort();
};

/** The platform refuses everything with status 400, and the body has the status that is meant. */
const isLost = ({ status }: Response, body: string): boolean => {
  if (status !== 400) return status === 404;
  try {
    return String(Object(JSON.parse(body)).statusCode) === "404";
  } catch {
    return false;
  }
};

/** Saves a file by the project's Storage API. */
export const uploadObject = async (
  api: StorageApi,
  object: StoredObject,
  body: Readable,
): Promise<void> => {
  const response = await fetch(addressOf(api, "", object), {
    method: "POST",
    headers: {
      ...headersOf(api),
      "content-type": object.type ?? "application/octet-stream",
      ...(object.cacheControl ? { "cache-control": object.cacheControl } : {}),
      "x-upsert": "true",
    },
    body: Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>,
    duplex: "half",
    signal: AbortSignal.timeout(WITHIN),
  } as RequestInit);
  const reason = await response.text();
  if (!response.ok)
    throw refused(`does not take ${object.bucket}/${object.name}`, response, reason);
};

/** The bytes of a file; null if the project has lost it. */
export const downloadObject = async (
  api: StorageApi,
  object: StoredObject,
): Promise<Readable | null> => {
  const response = await fetch(addressOf(api, "authenticated/", object), {
    headers: headersOf(api),
    signal: AbortSignal.timeout(WITHIN),
  });
  if (!response.ok || !response.body) {
    const reason = await response.text();
    if (isLost(response, reason)) return null;
    throw refused(`does not give ${object.bucket}/${object.name}`, response, reason);
  }
  return Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>);
};

export const sha256Of = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk);
  return hash.digest("hex");
};
