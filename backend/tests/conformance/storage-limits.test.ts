import { beforeAll, describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { bytes, resumableUploads } from "./storage-resumable-uploads.ts";
import { type Person, refusal, startStorageWorld } from "./storage-world.ts";

/* What a project may be stricter in than the platform. */

const world = perFile(() =>
  startStorageWorld({
    configure: ({ storage }) => {
      storage.resumable = { maxUnfinished: 2, maxUnfinishedBytes: 2_000, life: 600 };
      storage.signedUploadsFollowPolicies = true;
    },
    prepare: (db) =>
      db.query(`create table public.barred (who uuid primary key);
        create function public.is_barred() returns boolean language sql security definer as
          $$ select exists (select from public.barred where who = auth.uid()) $$;
        create policy barred on storage.objects as restrictive for insert
          with check (not public.is_barred());
        create function public.has_room(file text) returns boolean language plpgsql as
          $$ begin if file like '%/full.txt' then
            raise exception 'There is no room' using errcode = 'PT413'; end if; return true; end $$;
        create policy room on storage.objects as restrictive for insert
          with check (public.has_room(name))`),
  }),
);
let ada: Person;
const { begin, piece, sendRequest } = resumableUploads(() => world);
beforeAll(async () => {
  ada = await world.person();
});

describe("unfinished uploads of one account", () => {
  const refused = async (name: string, size: number) => {
    const response = await sendRequest("POST", "/storage/v1/upload/resumable", {
      person: ada,
      headers: {
        "upload-length": String(size),
        "upload-metadata": `bucketName ${btoa("private")},objectName ${btoa(`${ada.id}/${name}`)}`,
      },
    });
    return [response.status, await response.text()];
  };
  const TOO_MANY = [429, "Too many unfinished uploads; finish or end one of them first"];

  test("are so many, and of so many bytes, and another's do not count", async () => {
    const first = await begin(ada, "1.bin", 900);
    const second = await begin(ada, "2.bin", 900);
    expect(await refused("3.bin", 1)).toEqual(TOO_MANY);
    await begin(await world.person(), "1.bin", 900);
    expect((await piece(ada, first, 0, bytes(900))).status).toBe(204);
    // There is room for one more now, but not for so large a one.
    expect(await refused("3.bin", 1_101)).toEqual(TOO_MANY);
    const third = await begin(ada, "3.bin", 1_100);
    for (const at of [second, third])
      expect((await sendRequest("DELETE", at, { person: ada })).status).toBe(204);
  });

  test("cannot be started beyond the limit by simultaneous requests, and expire", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => refused(`at-once-${index}.bin`, 10)),
    );
    expect(outcomes.filter(([status]) => status === 201)).toHaveLength(2);
    expect(await refused("later.bin", 10)).toEqual(TOO_MANY);
    await world.db.query("update storage.resumable_uploads set expires_at = now()");
    expect((await refused("later.bin", 10))[0]).toBe(201);
    const [row] = await world.db.query<{ life: number }>(
      "select extract(epoch from max(expires_at) - now())::int as life from storage.resumable_uploads",
    );
    expect(row?.life).toBeLessThanOrEqual(600);
  });
});

test("a signed upload address does what its signer may still do", async () => {
  const box = (person: Person) => person.client.storage.from("private");
  const eve = await world.person();
  const addresses = await Promise.all(
    ["a.txt", "b.txt"].map((name) => box(eve).createSignedUploadUrl(`${eve.id}/${name}`)),
  );
  const use = ({ data }: (typeof addresses)[number]) =>
    world.visitor.storage
      .from("private")
      .uploadToSignedUrl(data?.path ?? "", data?.token ?? "", "text");
  const [one, two] = addresses;
  if (!one || !two) throw new Error("No addresses were signed");
  expect((await use(one)).error).toBeNull();
  await world.db.query("insert into public.barred values ($1)", [eve.id]);
  expect(refusal((await use(two)).error)).toEqual(["403", "AccessDenied"]);
  await world.db.query("delete from public.barred");
  expect((await use(two)).error).toBeNull();
});

test("a policy may say in its own words that there is no room", async () => {
  const { error } = await ada.client.storage.from("private").upload(`${ada.id}/full.txt`, "x");
  expect(refusal(error)).toEqual(["413", "EntityTooLarge"]);
  expect(error?.message).toBe("There is no room");
});
