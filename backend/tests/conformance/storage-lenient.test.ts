import { expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startStorageWorld } from "./storage-world.ts";

/* JSON as clients in other languages write it: null for what is left out, numbers as text. */

const world = perFile(startStorageWorld);

/** Storage's response to a JSON body, as somebody with a file `1` in their own folder. */
const requester = async () => {
  const { id, box, send } = await world.person();
  expect((await box.upload(`${id}/1`, "x")).error).toBeNull();
  const headers = { "content-type": "application/json" };
  const post = async (path: string, wish: unknown) => {
    const response = await send("POST", path, { headers, body: JSON.stringify(wish) });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { id, post };
};

test("a file is copied and moved within its bucket when no other is named", async () => {
  const { id, post } = await requester();
  for (const [route, to, destinationBucket] of [
    ["copy", "of null", null],
    ["copy", "of nothing", ""],
    ["move", "2", null],
  ]) {
    const wish = { bucketId: "private", sourceKey: `${id}/1`, destinationKey: `${id}/${to}` };
    expect(await post(`object/${route}`, { ...wish, destinationBucket })).toMatchObject({
      status: 200,
      body: { Key: `private/${id}/${to}` },
    });
  }
});

test("lists and addresses are requested with numbers as text, and with nulls", async () => {
  const { id, post } = await requester();
  const found = [{ name: "1" }];
  for (const wish of [
    { limit: "10", offset: "0", search: 1 },
    { offset: null, search: null },
  ]) {
    const { status, body } = await post("object/list/private", { prefix: id, ...wish });
    expect([status, body]).toMatchObject([200, found]);
  }
  const wish = { prefix: `${id}/`, limit: "5", cursor: null, with_delimiter: "true" };
  const listed = await post("object/list-v2/private", wish);
  expect(listed).toMatchObject({ status: 200, body: { objects: [{ key: "1" }] } });
  expect(await post(`object/sign/private/${id}/1`, { expiresIn: "60" })).toMatchObject({
    status: 200,
    body: { signedURL: expect.stringContaining("token=") },
  });
});

test("empty options sign the file itself, whatever it is", async () => {
  const { id, post } = await requester();
  const signed = async (transform: object) => {
    const { body } = await post(`object/sign/private/${id}/1`, { expiresIn: 60, transform });
    return (body as { signedURL: string }).signedURL;
  };
  for (const nothing of [{}, { resize: "cover" }, { format: "origin" }]) {
    const address = await signed(nothing);
    expect(address).toMatch(/^\/object\/sign\/private\//);
    expect(await (await fetch(world.at(address.slice(1)))).text()).toBe("x");
  }
  expect(await signed({ quality: 60 })).toMatch(/^\/render\/image\/sign\/private\//);
});

test("what cannot become the requested type is refused", async () => {
  const { id, post } = await requester();
  for (const [path, wish] of [
    ["object/list/private", { prefix: id, limit: null }],
    ["object/list/private", { prefix: id, limit: "some" }],
    ["object/list/private", { prefix: { is: id } }],
    ["object/list-v2/private", { with_delimiter: "yes" }],
    [`object/sign/private/${id}/1`, { expiresIn: "1.5" }],
    [`object/sign/private/${id}/1`, { expiresIn: "" }],
  ] as const) {
    const { status, body } = await post(path, wish);
    expect([status, body], path).toMatchObject([400, { code: "InvalidRequest" }]);
  }
});
