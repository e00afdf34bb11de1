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

test("it returns its status and its version", async () => {
  for (const path of ["status", "statusz"]) expect((await send("GET", path)).status).toBe(200);
  expect((await send("GET", "version")).text).toMatch(/^\d+\.\d+\.\d+$/);
});

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

test("HEAD of a file's information responds in its headers", async () => {
  await world.admin.storage.from("open").upload("a.txt", "seven!!", { contentType: "text/css" });
  for (const route of ["", "authenticated/", "public/"]) {
    const { status, headers, text } = await send("HEAD", `object/info/${route}open/a.txt`);
    expect([status, text, headers.get("content-length")]).toEqual([200, "", "7"]);
    expect([headers.get("etag"), headers.get("content-type")]).toEqual([
      expect.stringMatching(/^"\w+"$/),
      "text/css",
    ]);
    expect((await send("HEAD", `object/info/${route}open/none.txt`)).status).toBe(400);
  }
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

test("purging the cache of a missing file is no error", async () => {
  for (const path of ["cdn/open/never.png", "cdn/open", "cdn?transformations=true", "cdn/"]) {
    const { status, text } = await send("DELETE", path);
    expect([path, status, text]).toEqual([path, 200, '{"message":"success"}']);
  }
  expect((await send("DELETE", "cdn/open/")).status).toBe(400);
});

test("a damaged picture is shown as far as it can be read", async () => {
  const damaged = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+/p94AAAAASUVORK5CYII=",
    "base64",
  );
  const headers = { "content-type": "image/png" };
  expect((await send("POST", "object/open/dot.png", { body: damaged, headers })).status).toBe(200);
  for (const [more, type] of [
    ["", "image/png"],
    ["&format=webp", "image/webp"],
  ]) {
    const shown = await send("GET", `render/image/public/open/dot.png?width=1&height=1${more}`);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, type]);
  }
  const heif = Buffer.from("00000010667479706d69663100000000", "hex");
  const kind = { "content-type": "image/heic" };
  expect((await send("POST", "object/open/bad.heic", { body: heif, headers: kind })).status).toBe(
    200,
  );
  const { status, text } = await send("GET", "render/image/public/open/bad.heic");
  expect([status, JSON.parse(text)]).toMatchObject([
    400,
    {
      statusCode: "400",
      error: "InvalidRequest",
      message: "The source image is invalid or unsupported for rendering",
    },
  ]);
});

test("the list of buckets includes types for clients that know them; an empty change changes nothing", async () => {
  const types = async (header: string, client: string) => {
    const { text } = await send("GET", "bucket?limit=1", { headers: { [header]: client } });
    return JSON.parse(text)[0].type;
  };
  const clients: [header: string, client: string, type: string | undefined][] = [
    ["user-agent", "Mozilla/5.0", "STANDARD"],
    ["user-agent", "supabase-py/storage3 v0.11.9", undefined],
    ["user-agent", "supabase-py/storage3 v0.12.0", undefined],
    ["user-agent", "supabase-py/storage3 v0.12.1", "STANDARD"],
    ["user-agent", "supabase-py/storage3 v1.0.0", "STANDARD"],
    ["x-client-info", "supabase-py/2.17.3", undefined],
    ["x-client-info", "supabase-py/2.18.0", "STANDARD"],
    ["x-client-info", "supabase-py/3.0.0", "STANDARD"],
  ];
  for (const [header, client, type] of clients) {
    expect([client, await types(header, client)]).toEqual([client, type]);
  }
  const headers = { "content-type": "application/json" };
  expect((await send("PUT", "bucket/open", { headers, body: "{}" })).status).toBe(400);
  expect((await send("PUT", "bucket/open", { headers, body: '{"public":true}' })).status).toBe(200);
});
