import { type DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { expect } from "vitest";
import type { Person, StorageWorld } from "./storage-world.ts";

export const RESUMABLE = "/storage/v1/upload/resumable";

/** So many bytes, each of which shows its place. */
export const bytes = (length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => index % 251));

/** What an upload says of its file. */
export const metadata = (
  bucketName: string,
  objectName: string,
  more: Record<string, string> = {},
) => ({
  bucketName,
  objectName,
  contentType: "application/octet-stream",
  cacheControl: "3600",
  ...more,
});

/** `Upload-Metadata` as the protocol writes it. */
export const encodeMetadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** Uploads in pieces to a world that may still be starting: by the protocol's own client, and by hand. */
export const resumableUploads = (world: () => StorageWorld) => {
  const headersOf = (person?: Person, more: Record<string, string> = {}) => ({
    apikey: world().keys.anon,
    ...(person ? { authorization: `Bearer ${person.token}` } : {}),
    ...more,
  });

  /** The official protocol's own client, run to its end or to its refusal (`[status, text]`). */
  const send = (body: Buffer, options: Partial<UploadOptions>, steer?: (upload: Upload) => void) =>
    new Promise<{ upload: Upload; refused: [number, string] | null }>((resolve) => {
      const upload: Upload = new Upload(body, {
        endpoint: `${world().url}${RESUMABLE}`,
        chunkSize: 100_000,
        retryDelays: null,
        ...options,
        onSuccess: () => resolve({ upload, refused: null }),
        onError: (error) => {
          const { originalResponse } = error as DetailedError;
          resolve({
            upload,
            refused: [
              originalResponse?.getStatus() ?? 0,
              originalResponse?.getBody() ?? error.message,
            ],
          });
        },
      });
      steer?.(upload);
      upload.start();
    });

  /** A bare request of the protocol. */
  const sendRequest = (
    method: string,
    path: string,
    {
      person,
      headers,
      body,
    }: { person?: Person; headers?: Record<string, string>; body?: Buffer } = {},
  ) =>
    world().request(path, {
      method,
      body: body && new Uint8Array(body),
      headers: headersOf(person, { "tus-resumable": "1.0.0", ...headers }),
    });

  const begin = async (person: Person, name: string, size: number, bucket = "private") => {
    const response = await sendRequest("POST", RESUMABLE, {
      person,
      headers: {
        "upload-length": String(size),
        "upload-metadata": encodeMetadata(metadata(bucket, `${person.id}/${name}`)),
      },
    });
    expect(response.status).toBe(201);
    return response.headers.get("location") ?? "";
  };

  const piece = (person: Person, at: string, offset: number, body: Buffer) =>
    sendRequest("PATCH", at, {
      person,
      body,
      headers: {
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
      },
    });

  const offsetAt = async (at: string) =>
    (await sendRequest("HEAD", at)).headers.get("upload-offset");

  const downloaded = async (person: Person, name: string, bucket = "private") => {
    const { data, error } = await person.client.storage
      .from(bucket)
      .download(`${person.id}/${name}`);
    expect(error).toBeNull();
    return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
  };

  return { headersOf, send, sendRequest, begin, piece, offsetAt, downloaded };
};
