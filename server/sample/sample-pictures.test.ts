import sharp from "sharp";
import { silentLog } from "supabase-compatible-backend/core";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { galleries } from "#supabase/sample/gallery.ts";
import { THE_PROJECT } from "#tests/the-project.ts";
import { loadSample, type Upload, uploadSamplePictures } from "./sample.ts";

describe("the sample's pictures", () => {
  const test = perFile(() => testDatabase({ project: THE_PROJECT }));
  const files = new Map<string, { bytes: Uint8Array; type: string; owner: string }>();
  const record: Upload = async (bucket, path, bytes, type, owner) => {
    files.set(`${bucket}/${path}`, { bytes, type, owner });
    return `http://localhost:3000/storage/v1/object/public/${bucket}/${path}`;
  };

  beforeAll(async () => {
    await loadSample({ db: test.db, clock: { now: () => Date.now() }, log: silentLog });
  });

  const run = (upload: Upload, signal?: AbortSignal) =>
    uploadSamplePictures({ db: test.db, upload, log: silentLog, ...(signal ? { signal } : {}) });

  it("continue where a start was interrupted, keep what users chose, and are made once", async () => {
    const [member] = await test.db.query<{ id: string }>(
      `update public.profiles set profile_image_url = 'https://example.com/mine.png'
       where business_name = 'Dovetail Yard' returning id`,
    );
    let failures = 0;
    const flaky: Upload = async (...file) => {
      if (files.size >= 20) {
        failures += 1;
        throw new Error("the disk is full");
      }
      return record(...file);
    };
    const first = await run(flaky);
    expect(failures).toBeGreaterThan(0);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(galleries.size);

    const stopped = new AbortController();
    stopped.abort();
    expect(await run(record, stopped.signal)).toBe(0);

    expect(await run(record)).toBe(galleries.size - first);
    expect(await run(record)).toBe(0);

    const [mine] = await test.db.query<{ profile_image_url: string }>(
      "select profile_image_url from public.profiles where id = $1",
      [member?.id],
    );
    expect(mine?.profile_image_url).toBe("https://example.com/mine.png");
  }, 120_000);

  it("hang in the directory and on the profiles", async () => {
    const [shown] = await test.db.query<Record<string, number>>(
      `select count(*) filter (where image_url is null)::int as faceless,
         count(*) filter (where jsonb_array_length(work_samples) between 2 and 5)::int as galleries
       from public.public_providers`,
    );
    expect(shown?.faceless).toBe(0);
    expect(shown?.galleries).toBeGreaterThanOrEqual(35);
    const urls = await test.db.query<{ url: string }>(
      `select media ->> 'url' as url from public.profiles, jsonb_array_elements(work_samples) as sample,
         jsonb_array_elements(sample -> 'media') as media`,
    );
    for (const { url } of urls) expect(files.has(url.split("/public/")[1] ?? "")).toBe(true);
  });

  it("are what their buckets take, light, and all different", async () => {
    const limits = await test.db.query<{ id: string; types: string[] }>(
      "select id, allowed_mime_types as types from storage.buckets",
    );
    for (const [name, { bytes, type, owner }] of files) {
      const [bucket, folder] = name.split("/");
      expect(limits.find(({ id }) => id === bucket)?.types, name).toContain(type);
      expect(folder).toBe(owner);
      expect(bytes.byteLength, name).toBeLessThan(200_000);
      const { width, height, format } = await sharp(bytes).metadata();
      expect([width, height, `image/${format}`], name).toEqual(
        bucket === "avatars" ? [512, 512, "image/png"] : [1200, 900, "image/webp"],
      );
    }
    const distinct = new Set(
      [...files.values()].map(({ bytes }) => Buffer.from(bytes).toString("base64")),
    );
    expect(distinct.size).toBe(files.size);
  });
});
