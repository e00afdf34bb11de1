import { beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { type Person, png, refusal, startStorageWorld } from "./storage-world.ts";

/* What an upload says of itself, and policies that judge by it. */

const POLICIES = `
  insert into storage.buckets (id, name, public)
    select id, id, true from unnest('{engineers,images,small}'::text[]) id;
  create policy engineers on storage.objects for insert to authenticated
    with check (bucket_id = 'engineers' and user_metadata ->> 'department' = 'engineering');
  create policy images on storage.objects for insert to authenticated
    with check (bucket_id = 'images' and metadata ->> 'mimetype' like 'image/%');
  create policy small on storage.objects for insert to authenticated
    with check (bucket_id = 'small' and (metadata ->> 'contentLength')::int <= 1000);`;

const world = perFile(() =>
  startStorageWorld({ prepare: (db: TestDatabase["db"]) => db.query(POLICIES) }),
);
let ada: Person;
beforeAll(async () => {
  ada = await world.person();
});

const DENIED = ["403", "AccessDenied"];

const put = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
  const response = await fetch(`${world.url}/storage/v1/object/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ada.token}`, ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
};

test("policies check the claimed facts before the bytes arrive, and the true ones afterwards", async () => {
  const before = world.files();
  const from = (bucket: string) => ada.client.storage.from(bucket);
  const metadata = { department: "engineering" };
  const bytes = Buffer.from("plan");
  for (const body of [bytes, new Blob([bytes])]) {
    const name = `plan-${body.constructor.name}.txt`;
    expect(refusal((await from("engineers").upload(name, body)).error)).toEqual(DENIED);
    expect((await from("engineers").upload(name, body, { metadata })).error).toBeNull();
  }
  const picture = await png();
  const blob = (type: string, content: BlobPart = new Uint8Array(picture)) =>
    new Blob([content], { type });
  expect(refusal((await from("images").upload("a.txt", blob("text/plain"))).error)).toEqual(DENIED);
  expect((await from("images").upload("a.png", blob("image/png"))).error).toBeNull();
  const lie = await from("images").upload("b.png", blob("image/png", "just words"));
  expect(refusal(lie.error)).toEqual(DENIED);
  expect((await from("small").upload("s.txt", Buffer.alloc(900, "s"))).error).toBeNull();
  expect(refusal((await from("small").upload("l.txt", Buffer.alloc(1001, "l"))).error)).toEqual(
    DENIED,
  );
  expect(world.files().length).toBe(before.length + 4);
});

test("a form may say it after the file, and by a field what type it is", async () => {
  const form = new FormData();
  form.append("file", new Blob(["name,age"]), "people");
  form.append("cacheControl", "60");
  form.append("contentType", "text/csv");
  form.append("userMetadata", JSON.stringify({ year: 1815 }));
  expect((await put(`open/${ada.id}/people`, form)).status).toBe(200);
  expect((await ada.client.storage.from("open").info(`${ada.id}/people`)).data).toMatchObject({
    contentType: "text/csv",
    cacheControl: "max-age=60",
    metadata: { year: 1815 },
  });
  const broken = new FormData();
  broken.append("file", new Blob(["x"]), "x");
  broken.append("metadata", "[1]");
  const before = world.files();
  expect(await put(`open/${ada.id}/x`, broken)).toMatchObject({
    status: 400,
    body: { code: "InvalidRequest" },
  });
  expect(world.files()).toEqual(before);
});

test("any bucket accepts the empty file that preserves a folder, and nothing in its place", async () => {
  const file = ".emptyFolderPlaceholder";
  const folder = (bytes: string) => put(`pictures/${ada.id}/new/${file}`, new Blob([bytes]));
  expect(await folder("x")).toMatchObject({ status: 400, body: { statusCode: "413" } });
  expect((await folder("")).status).toBe(200);
});

test("search engines get what the upload declared", async () => {
  const robots = async (tag: string | null, headers = {}) => {
    const { status, body } = await put(`open/${ada.id}/r.txt`, "x", {
      "x-upsert": "true",
      ...(tag === null ? {} : { "x-robots-tag": tag }),
      ...headers,
    });
    if (status !== 200) return body;
    const { publicUrl } = ada.client.storage.from("open").getPublicUrl(`${ada.id}/r.txt`).data;
    return (await fetch(publicUrl, { method: "HEAD" })).headers.get("x-robots-tag");
  };
  expect(await robots(null)).toBe("none");
  for (const tag of [
    "all",
    "max-snippet: 10, notranslate",
    "noindex,",
    "max-video-preview: -1",
    "max-image-preview: large",
    "unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, noindex",
    "BadBot: noindex, nofollow, googlebot: max-snippet:5",
  ]) {
    expect(await robots(tag)).toBe(tag);
  }
  const wrong: Record<string, string> = {
    invalidrule: 'Invalid X-Robots-Tag rule: "invalidrule"',
    "googlebot: no index": 'Invalid X-Robots-Tag rule: "no index"',
    "noindex,  , nofollow": "X-Robots-Tag header contains empty rule",
    "googlebot:": 'X-Robots-Tag user agent "googlebot" has no rules specified',
    "max-snippet:": 'X-Robots-Tag rule "max-snippet" requires a value',
    "max-snippet: 0x10": 'X-Robots-Tag "max-snippet" value must be an integer >= -1, got: "0x10"',
    "max-video-preview: -2":
      'X-Robots-Tag "max-video-preview" value must be an integer >= -1, got: "-2"',
    "max-image-preview: big":
      'X-Robots-Tag "max-image-preview" value must be one of: none, standard, large, got: "big"',
    "unavailable_after: not-a-date":
      'X-Robots-Tag "unavailable_after" value must be a valid date, got: "not-a-date"',
  };
  wrong[`${"a:".repeat(6000)}all`] = "X-Robots-Tag header is longer than 1024 characters";
  for (const [tag, message] of Object.entries(wrong)) {
    expect(await robots(tag)).toMatchObject({
      statusCode: "400",
      error: "invalid_x_robots_tag",
      message: `Invalid X-Robots-Tag header: ${message}`,
    });
  }
});
