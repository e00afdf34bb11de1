import { expect, it } from "vitest";
import { z } from "zod";
import { isUuid } from "#backend/core/uuid.ts";
import { emailAddress, metadata, readJson, text } from "./request.ts";

const post = (body: BodyInit) => new Request("http://x/", { method: "POST", body });
const Body = z.object({ name: text(10), data: metadata });

it("bodies may be empty, and null is nothing", async () => {
  const empty = { name: "", data: null };
  expect(await readJson(new Request("http://x/", { method: "POST" }), Body)).toEqual(empty);
  expect(await readJson(post('{"name":null,"data":null,"more":1}'), Body)).toEqual(empty);
  // Go, and so GoTrue, reads null as an empty body.
  expect(await readJson(post("null"), Body)).toEqual(empty);
});

it.each(["{", "nul", new Uint8Array([0x22, 0xff, 0x22])])(
  "bodies that are no JSON are bad_json",
  async (body) => {
    await expect(readJson(post(body), Body)).rejects.toMatchObject({ code: "bad_json" });
  },
);

it.each([
  "1",
  '"x"',
  "[]",
  '{"name":1}',
  '{"name":"eleven chars"}',
  '{"data":[]}',
  '{"data":{"a":"\\u0000"}}',
  '{"data":{"\\ud800":1}}',
  `{"data":${'{"a":'.repeat(20)}1${"}".repeat(20)}}`,
  `{"data":{"a":"${"x".repeat(8200)}"}}`,
])("bodies of the wrong type are validation_failed: %s", async (body) => {
  await expect(readJson(post(body), Body)).rejects.toMatchObject({
    status: 400,
    code: "validation_failed",
  });
});

it.each(["x".repeat(65_537), "[".repeat(65_000), `[${"1,".repeat(30_000)}1]`])(
  "bodies that are too large are cut off",
  async (body) => {
    await expect(readJson(post(body), Body)).rejects.toMatchObject({
      status: 413,
      code: "request_entity_too_large",
    });
  },
);

it("bodies cannot reach a prototype", async () => {
  const { data } = await readJson(post('{"data":{"__proto__":{"admin":true}}}'), Body);
  expect((data as { admin?: boolean }).admin).toBeUndefined();
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

it("addresses are stored in lower case", () => {
  expect(emailAddress("  Ada.L+x@Example.ORG ")).toBe("ada.l+x@example.org");
  expect(emailAddress("admin@localhost")).toBe("admin@localhost");
});

it("knows a uuid", () => {
  expect(isUuid(crypto.randomUUID())).toBe(true);
  for (const value of ["", "x", 1, null, `${crypto.randomUUID()}'`])
    expect(isUuid(value)).toBe(false);
});
