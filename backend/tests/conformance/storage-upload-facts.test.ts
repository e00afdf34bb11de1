import { expect, test } from "vitest";
import type { TestDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { DENIED, png, refused, startStorageWorld } from "./storage-world.ts";

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
const ada = perFile(() => world.person());

test("policies check the claimed facts before the bytes arrive, and the true ones afterwards", async () => {
  const before = world.files();
  const from = (bucket: string) => ada.client.storage.from(bucket);
  const metadata = { department: "engineering" };
  const bytes = Buffer.from("plan");
  for (const body of [bytes, new Blob([bytes])]) {
    const name = `plan-${body.constructor.name}.txt`;
    await refused(from("engineers").upload(name, body), ...DENIED);
    expect((await from("engineers").upload(name, body, { metadata })).error).toBeNull();
  }
  const picture = await png();
  const blob = (type: string, content: BlobPart = new Uint8Array(picture)) =>
    new Blob([content], { type });
  await refused(from("images").upload("a.txt", blob("text/plain")), ...DENIED);
  expect((await from("images").upload("a.png", blob("image/png"))).error).toBeNull();
  const lie = from("images").upload("b.png", blob("image/png", "just words"));
  await refused(lie, ...DENIED);
  expect((await from("small").upload("s.txt", Buffer.alloc(900, "s"))).error).toBeNull();
  await refused(from("small").upload("l.txt", Buffer.alloc(1001, "l")), ...DENIED);
  expect(world.files().length).toBe(before.length + 4);
});
