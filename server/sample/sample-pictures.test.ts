import { silentLog } from "supabase-compatible-backend/core";
import { beforeAll, expect, it } from "vitest";
import { galleries } from "#supabase/sample/gallery.ts";
import { projectDatabase } from "#tests/project-database.ts";
import { loadSample, type Upload, uploadSamplePictures } from "./sample.ts";

const test = projectDatabase();
const files = new Map<string, { bytes: Uint8Array; type: string; owner: string }>();
const record: Upload = async (bucket, path, bytes, type, owner) => {
  files.set(`${bucket}/${path}`, { bytes, type, owner });
  return `http://localhost:3000/storage/v1/object/public/${bucket}/${path}`;
};

beforeAll(async () => {
  await loadSample({ db: test.db, clock: { now: () => Date.now() }, log: silentLog });
});

const run = (upload: Upload, signal?: AbortSignal) =>
  uploadSamplePictures({ db: test.db, upload, log: silentLog, signal });

it("the sample's pictures continue where a start was interrupted, keep what users chose, and are made once", async () => {
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
