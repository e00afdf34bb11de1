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

const refused = async (what: string, object: StoredObject, response: Response): Promise<Error> => {
  const reason = (await response.text()).slice(0, 200);
  return new Error(
    `The storage of the project ${what} ${object.bucket}/${object.name}: ${response.status} ${reason}`,
  );
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
  if (!response.ok) throw await refused("does not take", object, response);
  await response.body?.cancel();
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
  if (response.status === 404 || response.status === 400) {
    await response.body?.cancel();
    return null;
  }
  if (!response.ok || !response.body) throw await refused("does not give", object, response);
  return Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>);
};

export const sha256Of = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk);
  return hash.digest("hex");
};
