import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { type Person, startStorageWorld } from "./storage-world.ts";

/*
 * Random bodies and names from fixed seeds, for a bounded time: no 5xx, nothing that hangs, nothing left
 * behind by what was refused, and never a file outside the caller's own folder.
 */

const world = perFile(startStorageWorld);
let person: Person;
beforeAll(async () => {
  person = await world.person();
});

const TIME = 800;
const BOUNDED = { numRuns: 300, interruptAfterTimeLimit: TIME };

const send = async (method: string, path: string, body?: Uint8Array, headers = {}) => {
  const response = await world.request(`/storage/v1${path}`, {
    method,
    body: body && new Uint8Array(body),
    headers: { apikey: world.keys.anon, authorization: `Bearer ${person.token}`, ...headers },
  });
  return { status: response.status, text: await response.text() };
};

const text = fc.string({ unit: fc.constantFrom(..."ab-\r\n\"';=:/ \u00e9\u0000".split("")) });

/** Bodies that are nearly multipart: right pieces in any order, some of them wrong. */
const multipart = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "--B\r\n",
        "--B--\r\n",
        "--B",
        "\r\n",
        "\r\n\r\n",
        'content-disposition: form-data; name=""; filename="x.bin"\r\n',
        'content-disposition: form-data; name="cacheControl"\r\n',
        'content-disposition: form-data; name="metadata"\r\n\r\n{"a":1}\r\n',
        "content-type: image/png\r\n",
        "content-type: text/html; charset=\u0000\r\n",
        `${"x".repeat(20_000)}\r\n`,
      ),
      text,
    ),
    { maxLength: 12 },
  )
  .map((pieces) => Buffer.from(pieces.join("")));

test("multipart bodies of any shape", () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(multipart, fc.uint8Array({ maxLength: 2_000 })),
      fc.constantFrom("B", '"B"', "", "-", "B; charset=x", "x".repeat(100)),
      fc.nat(),
      async (body, boundary, name) => {
        const { status, text: bodyText } = await send(
          "POST",
          `/object/private/${person.id}/${name}`,
          body,
          { "content-type": `multipart/form-data; boundary=${boundary}` },
        );
        expect(status, bodyText).toBeLessThan(500);
      },
    ),
    { ...BOUNDED, seed: 51 },
  ));

test("names and buckets of any content stay within the caller's folder", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("private", "pictures", "nowhere", "..", "%2e%2e"),
      fc.oneof(
        text,
        fc.constantFrom("../x", "%2e%2e/x", "a//b", "/", "\\..\\x", "x".repeat(2_000)),
      ),
      fc.boolean(),
      async (bucket, name, encoded) => {
        const path = `/object/${bucket}/${encoded ? encodeURIComponent(name) : name.replace(/[^\w\-"=;:/.]/g, "")}`;
        const { status, text: bodyText } = await send("POST", path, Buffer.from("x"), {
          "content-type": "image/png",
        });
        expect(status, bodyText).toBeLessThan(500);
      },
    ),
    { ...BOUNDED, seed: 52 },
  );
  const outside = await world.db.query(
    "select name from storage.objects where not starts_with(name, $1)",
    [`${person.id}/`],
  );
  expect(outside).toEqual([]);
});

test("what was refused left nothing behind", () => {
  expect(world.files().filter((file) => file.includes("spool"))).toEqual([]);
});
