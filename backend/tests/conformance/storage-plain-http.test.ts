import { expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startStorageWorld } from "./storage-world.ts";

/* What Storage's own black-box suite asks of a server by plain HTTP, and no client of ours does. */

const world = perFile(startStorageWorld);

const send = async (method: string, path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${world.keys.serviceRole}`, ...init.headers };
  const response = await fetch(`${world.url}/storage/v1/${path}`, { method, ...init, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("a request without a key is one without a header that it must have", async () => {
  const response = await fetch(`${world.url}/storage/v1/bucket`);
  expect([response.status, await response.json()]).toMatchObject([
    400,
    {
      statusCode: "400",
      error: "Error",
      message: "headers must have required property 'authorization'",
    },
  ]);
});

test("a declared type that the bucket does not allow is refused, whatever the bytes are", async () => {
  await world.admin.storage.createBucket("texts", {
    public: false,
    allowedMimeTypes: ["text/plain"],
  });
  const { status, text } = await send("POST", "object/texts/a", {
    body: "wrong mime",
    headers: { "content-type": "image/png" },
  });
  expect([status, JSON.parse(text)]).toMatchObject([
    400,
    {
      statusCode: "415",
      error: "invalid_mime_type",
      message: "mime type image/png is not supported",
    },
  ]);
});
