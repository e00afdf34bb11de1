import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  bytes,
  encodeMetadata,
  metadata,
  RESUMABLE,
  resumableUploads,
} from "./storage-resumable-uploads.ts";
import { png, startStorageWorld } from "./storage-world.ts";

const world = perFile(startStorageWorld);

const { headersOf, send, sendRequest, begin, piece, offsetAt, downloaded } = resumableUploads(
  () => world,
);

describe("the protocol", () => {
  test("names the protocol it supports, without a token", async () => {
    const response = await world.request(RESUMABLE, { method: "OPTIONS" });
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
    expect((await sendRequest("PATCH", at, { person })).status).toBe(415);
  });

  test("a last piece sent several times at once makes one file, and loses no upload", async () => {
    const person = await world.person();
    const body = bytes(4_000);
    for (const name of ["one.bin", "two.bin", "three.bin"]) {
      const at = await begin(person, name, 4_000);
      await piece(person, at, 0, body.subarray(0, 1_500));
      const last = await Promise.all(
        Array.from({ length: 6 }, () => piece(person, at, 1_500, body.subarray(1_500))),
      );
      // A late request gets the upload's offset instead.
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
    expect((await sendRequest("DELETE", at, { person })).status).toBe(204);
    expect((await sendRequest("HEAD", at)).status).toBe(404);
    await expect.poll(own, { timeout: 30_000 }).toEqual([]);
    const done = await begin(person, "done.bin", 3);
    await piece(person, done, 0, bytes(3));
    expect((await sendRequest("DELETE", done, { person })).status).toBe(400);
    expect(bytes(3).equals(await downloaded(person, "done.bin"))).toBe(true);
  });

  test("after a day an upload is over", async () => {
    const person = await world.person();
    const at = await begin(person, "late.bin", 4_000);
    const { headers } = await piece(person, at, 0, bytes(1_000));
    const expires = Date.parse(headers.get("upload-expires") ?? "");
    expect(Math.round((expires - world.clock.now()) / 3_600_000)).toBe(24);
    world.clock.advance(25 * 3600);
    expect((await sendRequest("HEAD", at)).status).toBe(410);
    world.clock.advance(-25 * 3600);
    expect((await sendRequest("HEAD", `${RESUMABLE}/nonsense`)).status).toBe(404);
  });
});

describe("what is refused", () => {
  test("another user's folder, and continuing another user's upload", async () => {
    const [owner, other] = [await world.person(), await world.person()];
    const options = { metadata: metadata("private", `${owner.id}/x.bin`) };
    const [status, text] = (await send(bytes(9), { ...options, headers: headersOf(other) }))
      .refused ?? [0, ""];
    expect([status, text]).toEqual([403, "new row violates row-level security policy"]);
    expect((await send(bytes(9), { ...options, headers: headersOf() })).refused?.[0]).toBe(403);
    expect((await send(bytes(9), options)).refused?.[0]).toBe(401);
    const at = await begin(owner, "mine.bin", 100);
    expect((await piece(other, at, 0, bytes(100))).status).toBe(403);
    expect((await sendRequest("DELETE", at, { person: other })).status).toBe(403);
    expect((await sendRequest("DELETE", at)).status).toBe(403);
    expect(await offsetAt(at)).toBe("0");
    expect((await piece(owner, at, 0, bytes(100))).status).toBe(204);
  });

  test("a file that is too large, or of a type the bucket refuses, whatever its name", async () => {
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
    expect((await sendRequest("HEAD", new URL(disguised.upload.url ?? "").pathname)).status).toBe(
      404,
    );
    expect((await send(await png(), picture("image/png"))).refused).toBeNull();
    const deferred = await sendRequest("POST", RESUMABLE, {
      person,
      headers: {
        "upload-defer-length": "1",
        "upload-metadata": encodeMetadata(picture("image/png").metadata),
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
      (await sendRequest("POST", RESUMABLE, { person, headers })).status;
    const named = (bucket: string, name: string) => ({
      "upload-length": "5",
      "upload-metadata": encodeMetadata(metadata(bucket, name)),
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
    const other = await sendRequest("POST", RESUMABLE, {
      person,
      headers: { "tus-resumable": "0.2.2" },
    });
    expect([other.status, other.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
  });
});
