import { statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { type DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Person, png, type StorageWorld, startStorageWorld } from "./storage-world.ts";

let world: StorageWorld;
beforeAll(async () => {
  world = await startStorageWorld();
});
afterAll(() => world?.close());

const RESUMABLE = "/storage/v1/upload/resumable";

const headersOf = (person?: Person, more: Record<string, string> = {}) => ({
  apikey: world.keys.anon,
  ...(person ? { authorization: `Bearer ${person.token}` } : {}),
  ...more,
});

const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251));

const metadata = (bucketName: string, objectName: string, more: Record<string, string> = {}) => ({
  bucketName,
  objectName,
  contentType: "application/octet-stream",
  cacheControl: "3600",
  ...more,
});

/** The official protocol's own client, run to its end or to its refusal (`[status, text]`). */
const send = (body: Buffer, options: Partial<UploadOptions>, steer?: (upload: Upload) => void) =>
  new Promise<{ upload: Upload; refused: [number, string] | null }>((resolve) => {
    const upload: Upload = new Upload(body, {
      endpoint: `${world.url}${RESUMABLE}`,
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
const ask = (
  method: string,
  path: string,
  {
    person,
    headers,
    body,
  }: { person?: Person; headers?: Record<string, string>; body?: Buffer } = {},
) =>
  world.ask(path, {
    method,
    body: body && new Uint8Array(body),
    headers: headersOf(person, { "tus-resumable": "1.0.0", ...headers }),
  });

const said = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

const begin = async (person: Person, name: string, size: number, bucket = "private") => {
  const response = await ask("POST", RESUMABLE, {
    person,
    headers: {
      "upload-length": String(size),
      "upload-metadata": said(metadata(bucket, `${person.id}/${name}`)),
    },
  });
  expect(response.status).toBe(201);
  return response.headers.get("location") ?? "";
};

const piece = (person: Person, at: string, offset: number, body: Buffer) =>
  ask("PATCH", at, {
    person,
    body,
    headers: { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
  });

const offsetAt = async (at: string) => (await ask("HEAD", at)).headers.get("upload-offset");

const downloaded = async (person: Person, name: string, bucket = "private") => {
  const { data, error } = await person.client.storage.from(bucket).download(`${person.id}/${name}`);
  expect(error).toBeNull();
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
};

describe("uploads in pieces", () => {
  test("arrive whole, with type, cache control and metadata, and tell their progress", async () => {
    const person = await world.person();
    const progress: number[] = [];
    const { upload, refused } = await send(bytes(350_000), {
      headers: headersOf(person),
      metadata: metadata("private", `${person.id}/film.bin`, { metadata: '{"scene":7}' }),
      onChunkComplete: (_size, accepted) => progress.push(accepted),
    });
    expect(refused).toBeNull();
    expect(progress).toEqual([100_000, 200_000, 300_000, 350_000]);
    expect(bytes(350_000).equals(await downloaded(person, "film.bin"))).toBe(true);
    const { data } = await person.client.storage.from("private").info(`${person.id}/film.bin`);
    expect(data).toMatchObject({
      size: 350_000,
      contentType: "application/octet-stream",
      cacheControl: "max-age=3600",
      metadata: { scene: 7 },
    });
    const head = await ask("HEAD", new URL(upload.url ?? "").pathname);
    expect([
      head.status,
      head.headers.get("upload-offset"),
      head.headers.get("tus-complete"),
    ]).toEqual([200, "350000", "1"]);
    // The pieces are gone; the file is what is left.
    await expect
      .poll(() => world.files().filter((file) => file.includes(person.id)), { timeout: 30_000 })
      .toHaveLength(1);
  });

  test("go on where they were left off", async () => {
    const person = await world.person();
    const options = {
      headers: headersOf(person),
      metadata: metadata("private", `${person.id}/long.bin`),
    };
    const url = await new Promise<string>((resolve) => {
      const upload: Upload = new Upload(bytes(300_000), {
        endpoint: `${world.url}${RESUMABLE}`,
        chunkSize: 100_000,
        ...options,
        onChunkComplete: () => {
          void upload.abort();
          resolve(upload.url ?? "");
        },
      });
      upload.start();
    });
    expect(Number(await offsetAt(new URL(url).pathname))).toBeGreaterThanOrEqual(100_000);
    const { refused } = await send(bytes(300_000), { ...options, uploadUrl: url });
    expect(refused).toBeNull();
    expect(bytes(300_000).equals(await downloaded(person, "long.bin"))).toBe(true);
  });

  test("keep what arrived when the line breaks", async () => {
    const person = await world.person();
    const at = await begin(person, "broken.bin", 5_000);
    const { hostname, port } = new URL(world.url);
    const request = httpRequest({
      hostname,
      port,
      path: at,
      method: "PATCH",
      headers: headersOf(person, {
        "tus-resumable": "1.0.0",
        "content-type": "application/offset+octet-stream",
        "upload-offset": "0",
        "content-length": "5000",
      }),
    });
    request.on("error", () => {});
    request.write(bytes(2_000));
    const arriving = () =>
      world.files().filter((file) => file.includes("spool") && statSync(file).size === 2_000);
    await expect.poll(arriving, { timeout: 30_000 }).toHaveLength(1);
    request.destroy();
    await expect.poll(() => offsetAt(at), { timeout: 30_000 }).toBe("2000");
    expect((await piece(person, at, 2_000, bytes(5_000).subarray(2_000))).status).toBe(204);
    expect(bytes(5_000).equals(await downloaded(person, "broken.bin"))).toBe(true);
  });

  test("in one request, of nothing, and of a length told late", async () => {
    const person = await world.person();
    const name = (file: string) => metadata("private", `${person.id}/${file}`);
    const one = { headers: headersOf(person), uploadDataDuringCreation: true };
    expect((await send(bytes(9_000), { ...one, metadata: name("one.bin") })).refused).toBeNull();
    expect((await send(bytes(0), { ...one, metadata: name("none.bin") })).refused).toBeNull();
    const late = await send(bytes(150_000), {
      headers: headersOf(person),
      metadata: name("late.bin"),
      uploadLengthDeferred: true,
      overridePatchMethod: true,
    });
    expect(late.refused).toBeNull();
    expect(bytes(9_000).equals(await downloaded(person, "one.bin"))).toBe(true);
    expect(bytes(0).equals(await downloaded(person, "none.bin"))).toBe(true);
    expect(bytes(150_000).equals(await downloaded(person, "late.bin"))).toBe(true);
  });

  test("replace an old file only when told to", async () => {
    const person = await world.person();
    const options = (headers = {}) => ({
      headers: headersOf(person, headers),
      metadata: metadata("private", `${person.id}/again.bin`),
    });
    expect((await send(bytes(10), options())).refused).toBeNull();
    expect((await send(bytes(20), options())).refused?.[0]).toBe(409);
    expect((await send(bytes(20), options({ "x-upsert": "true" }))).refused).toBeNull();
    expect(bytes(20).equals(await downloaded(person, "again.bin"))).toBe(true);
  });

  test("by a signed address, once", async () => {
    const person = await world.person();
    const path = `${person.id}/signed.bin`;
    const { data } = await person.client.storage.from("private").createSignedUploadUrl(path);
    const options = (signature: string, name = path) => ({
      endpoint: `${world.url}${RESUMABLE}/sign`,
      headers: { apikey: world.keys.anon, "x-signature": signature },
      metadata: metadata("private", name),
    });
    const token = data?.token ?? "";
    expect((await send(bytes(9), options(token, `${path}2`))).refused?.[0]).toBe(400);
    expect((await send(bytes(9), options("nonsense"))).refused).toEqual([
      400,
      "Invalid Compact JWS",
    ]);
    expect((await send(bytes(9), options(""))).refused).toEqual([
      400,
      "Missing x-signature header",
    ]);
    expect((await send(bytes(150_000), options(token))).refused).toBeNull();
    expect(bytes(150_000).equals(await downloaded(person, "signed.bin"))).toBe(true);
    expect((await send(bytes(9), options(token))).refused?.[0]).toBe(409);
  });
});

describe("what is refused", () => {
  test("somebody else's folder, and going on with somebody else's upload", async () => {
    const [owner, other] = [await world.person(), await world.person()];
    const options = { metadata: metadata("private", `${owner.id}/x.bin`) };
    const [status, text] = (await send(bytes(9), { ...options, headers: headersOf(other) }))
      .refused ?? [0, ""];
    expect([status, text]).toEqual([403, "new row violates row-level security policy"]);
    expect((await send(bytes(9), { ...options, headers: headersOf() })).refused?.[0]).toBe(403);
    expect((await send(bytes(9), options)).refused?.[0]).toBe(401);
    const at = await begin(owner, "mine.bin", 100);
    expect((await piece(other, at, 0, bytes(100))).status).toBe(403);
    expect((await ask("DELETE", at, { person: other })).status).toBe(403);
    expect((await ask("DELETE", at)).status).toBe(403);
    expect(await offsetAt(at)).toBe("0");
    expect((await piece(owner, at, 0, bytes(100))).status).toBe(204);
  });

  test("too much, and what the bucket does not take, whatever it is called", async () => {
    const person = await world.person();
    const picture = (contentType: string) => ({
      headers: headersOf(person),
      metadata: metadata("pictures", `${person.id}/p.png`, { contentType }),
    });
    expect((await send(bytes(300_000), picture("image/png"))).refused?.[0]).toBe(413);
    expect((await send(bytes(9), picture("text/html"))).refused?.[0]).toBe(415);
    const disguised = await send(Buffer.from("<html>".repeat(40_000)).subarray(0, 150_000), {
      ...picture("image/png"),
      chunkSize: 100_000,
    });
    expect(disguised.refused?.[0]).toBe(415);
    expect((await ask("HEAD", new URL(disguised.upload.url ?? "").pathname)).status).toBe(404);
    expect((await send(await png(), picture("image/png"))).refused).toBeNull();
    const deferred = await ask("POST", RESUMABLE, {
      person,
      headers: {
        "upload-defer-length": "1",
        "upload-metadata": said(picture("image/png").metadata),
        "x-upsert": "true",
      },
    });
    const at = deferred.headers.get("location") ?? "";
    expect((await piece(person, at, 0, bytes(210_000))).status).toBe(413);
    await expect
      .poll(() => world.files().filter((file) => file.includes(person.id)), { timeout: 30_000 })
      .toHaveLength(1);
  });

  test("names, buckets and headers that cannot be meant", async () => {
    const person = await world.person();
    const create = async (headers: Record<string, string>) =>
      (await ask("POST", RESUMABLE, { person, headers })).status;
    const named = (bucket: string, name: string) => ({
      "upload-length": "5",
      "upload-metadata": said(metadata(bucket, name)),
    });
    expect(await create(named("nowhere", "x"))).toBe(404);
    expect(await create(named("private", "../x"))).toBe(400);
    expect(await create({ "upload-length": "5" })).toBe(400);
    expect(await create({ "upload-length": "5", "upload-metadata": "bucketName !!" })).toBe(400);
    expect(await create({ ...named("private", `${person.id}/x`), "upload-length": "-5" })).toBe(
      400,
    );
    const { "upload-length": _, ...lengthless } = named("private", `${person.id}/x`);
    expect(await create(lengthless)).toBe(400);
    const other = await ask("POST", RESUMABLE, { person, headers: { "tus-resumable": "0.2.2" } });
    expect([other.status, other.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
  });
});

describe("the protocol", () => {
  test("says what it speaks, without being asked who asks", async () => {
    const response = await world.ask(RESUMABLE, { method: "OPTIONS" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "tus-resumable": "1.0.0",
      "tus-version": "1.0.0",
      "tus-extension": "creation,creation-with-upload,creation-defer-length,termination,expiration",
      "tus-max-size": "1048576",
    });
    expect(response.status).toBe(204);
  });

  test("a piece must begin where the last one ended; of two at once one counts", async () => {
    const person = await world.person();
    const at = await begin(person, "race.bin", 4_000);
    const body = bytes(4_000);
    expect((await piece(person, at, 9, body)).status).toBe(409);
    const first = await Promise.all(
      [0, 1, 2].map(() => piece(person, at, 0, body.subarray(0, 1_500))),
    );
    expect(first.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
    expect(await offsetAt(at)).toBe("1500");
    const last = await Promise.all(
      [0, 1].map(() => piece(person, at, 1_500, body.subarray(1_500))),
    );
    for (const { status } of last) expect([204, 409]).toContain(status);
    expect(last.some(({ status }) => status === 204)).toBe(true);
    expect(body.equals(await downloaded(person, "race.bin"))).toBe(true);
    expect((await ask("PATCH", at, { person })).status).toBe(415);
  });

  test("a last piece that is sent again and again at once makes one file, and nobody's upload is gone", async () => {
    const person = await world.person();
    const body = bytes(4_000);
    for (const name of ["one.bin", "two.bin", "three.bin"]) {
      const at = await begin(person, name, 4_000);
      await piece(person, at, 0, body.subarray(0, 1_500));
      const last = await Promise.all(
        Array.from({ length: 6 }, () => piece(person, at, 1_500, body.subarray(1_500))),
      );
      // Who comes when all is done is told where the upload stands instead.
      for (const { status } of last) expect([204, 409]).toContain(status);
      expect(last.some(({ status }) => status === 204)).toBe(true);
      expect(await offsetAt(at)).toBe("4000");
      expect(body.equals(await downloaded(person, name))).toBe(true);
    }
  });

  test("an upload can be given up, and its pieces go", async () => {
    const person = await world.person();
    const at = await begin(person, "dropped.bin", 4_000);
    await piece(person, at, 0, bytes(1_000));
    const own = () => world.files().filter((file) => file.includes(person.id));
    expect(own()).toHaveLength(1);
    expect((await ask("DELETE", at, { person })).status).toBe(204);
    expect((await ask("HEAD", at)).status).toBe(404);
    await expect.poll(own, { timeout: 30_000 }).toEqual([]);
    const done = await begin(person, "done.bin", 3);
    await piece(person, done, 0, bytes(3));
    expect((await ask("DELETE", done, { person })).status).toBe(400);
    expect(bytes(3).equals(await downloaded(person, "done.bin"))).toBe(true);
  });

  test("after a day an upload is over", async () => {
    const person = await world.person();
    const at = await begin(person, "late.bin", 4_000);
    const { headers } = await piece(person, at, 0, bytes(1_000));
    const expires = Date.parse(headers.get("upload-expires") ?? "");
    expect(Math.round((expires - world.clock.now()) / 3_600_000)).toBe(24);
    world.clock.advance(25 * 3600);
    expect((await ask("HEAD", at)).status).toBe(410);
    world.clock.advance(-25 * 3600);
    expect((await ask("HEAD", `${RESUMABLE}/nonsense`)).status).toBe(404);
  });
});
