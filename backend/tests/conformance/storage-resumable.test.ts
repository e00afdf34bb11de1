import { statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { Upload } from "tus-js-client";
import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { bytes, metadata, RESUMABLE, resumableUploads } from "./storage-resumable-uploads.ts";
import { startStorageWorld } from "./storage-world.ts";

const world = perFile(startStorageWorld);

const { headersOf, send, sendRequest, begin, piece, offsetAt, downloaded } = resumableUploads(
  () => world,
);

describe("uploads in pieces", () => {
  test("arrive whole, with type, cache control and metadata, and report their progress", async () => {
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
    const head = await sendRequest("HEAD", new URL(upload.url ?? "").pathname);
    expect([
      head.status,
      head.headers.get("upload-offset"),
      head.headers.get("tus-complete"),
    ]).toEqual([200, "350000", "1"]);
    // The pieces are deleted; only the file is left.
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

  test("keep what arrived when the connection breaks", async () => {
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

  test("in one request, of nothing, and of a length given late", async () => {
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

  test("replace an old file only when requested", async () => {
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
