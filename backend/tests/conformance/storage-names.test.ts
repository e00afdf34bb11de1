import { expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startStorageWorld } from "./storage-world.ts";

/*
 * Names of files with signs that mean something in an address, or nothing anywhere; and what Storage's own
 * black-box suite asks of a server by plain HTTP, and no client of ours does.
 */

const world = perFile(startStorageWorld);
const ada = perFile(() => world.person());

const send = async (method: string, path: string, init: RequestInit = {}) => {
  const response = await ada.send(method, path, init);
  return { status: response.status, text: await response.text() };
};
const json = (body: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

test("a signed address works as it was given, and is not encoded again", async () => {
  const name = `${ada.id}/a?b&c=d e+f.txt`;
  const route = `private/${name.split("/").map(encodeURIComponent).join("/")}`;
  await send("POST", `object/${route}`, { body: "words" });
  const signed = await send("POST", `object/sign/${route}`, json({ expiresIn: 60 }));
  const given = JSON.parse(signed.text).signedURL.slice(1);
  expect((await send("GET", given)).text).toBe("words");
  // As storage-js does with every address that it is given; its own tests know of that.
  const { status, text } = await send("GET", encodeURI(given));
  expect([status, JSON.parse(text).error]).toEqual([400, "InvalidSignature"]);
  const plain = route.replace("a%3Fb%26c%3Dd%20e%2Bf", "a%20b");
  await send("POST", `object/${plain}`, { body: "plain" });
  const other = await send("POST", `object/sign/${plain}`, json({ expiresIn: 60 }));
  const address = encodeURI(JSON.parse(other.text).signedURL.slice(1));
  expect((await send("GET", address)).text).toBe("plain");
});

test("an address with a null character is refused before the database is queried", async () => {
  for (const route of ["object", "object/public", "render/image/public", "object/info"]) {
    const { status, text } = await send("GET", `${route}/open/${ada.id}/%00`);
    expect([route, status, JSON.parse(text).error]).toEqual([route, 400, "InvalidKey"]);
  }
});

test("a declared type that the bucket does not allow is refused, whatever the bytes are", async () => {
  const allowedMimeTypes = ["text/plain"];
  await world.admin.storage.createBucket("texts", { public: false, allowedMimeTypes });
  const service = { authorization: `Bearer ${world.keys.serviceRole}` };
  const headers = { ...service, "content-type": "image/png" };
  const { status, text } = await send("POST", "object/texts/a", { body: "wrong mime", headers });
  const message = "mime type image/png is not supported";
  const refusal = { statusCode: "415", error: "invalid_mime_type", message };
  expect([status, JSON.parse(text)]).toMatchObject([400, refusal]);
});
