import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  DENIED,
  type Person,
  png,
  refusal,
  refused,
  startStorageWorld,
  TOO_LARGE,
} from "./storage-world.ts";

/* What a project may be stricter in than the platform. */

const world = perFile(() =>
  startStorageWorld({
    configure: ({ storage }) => {
      storage.signedUrlsFollowPolicies = true;
      storage.signedUrlLife = 3600;
    },
    prepare: (db) =>
      db.query(`create table public.barred (who uuid primary key);
        create function public.is_barred() returns boolean language sql security definer as
          $$ select exists (select from public.barred where who = auth.uid()) $$;
        create policy barred on storage.objects as restrictive for insert
          with check (not public.is_barred());
        create table public.blocked (who uuid primary key);
        create function public.is_blocked() returns boolean language sql security definer as
          $$ select exists (select from public.blocked where who = auth.uid()) $$;
        create policy blocked on storage.objects as restrictive for select
          using (not public.is_blocked());
        create function public.has_room(file text) returns boolean language plpgsql as
          $$ begin if file like '%/full.txt' then
            raise exception 'There is no room' using errcode = 'PT413'; end if; return true; end $$;
        create policy room on storage.objects as restrictive for insert
          with check (public.has_room(name))`),
  }),
);
const ada = perFile(() => world.person());

test("a signed upload address does what its signer may still do", async () => {
  const eve = await world.person();
  const sign = (name: string) => eve.box.createSignedUploadUrl(`${eve.id}/${name}`);
  const [one, two] = [await sign("a.txt"), await sign("b.txt")];
  const use = ({ data }: typeof one) =>
    world.visitor.storage
      .from("private")
      .uploadToSignedUrl(data?.path ?? "", data?.token ?? "", "text");
  expect((await use(one)).error).toBeNull();
  await world.db.query("insert into public.barred values ($1)", [eve.id]);
  await refused(use(two), ...DENIED);
  await world.db.query("delete from public.barred");
  expect((await use(two)).error).toBeNull();
});

describe("a signed address of a private file", () => {
  const YEARS = 10 * 365 * 86_400;
  const lifeOf = (url = "") => {
    const { iat = 0, exp = 0 } = decodeJwt(new URL(url).searchParams.get("token") ?? "");
    return exp - iat;
  };
  const store = async (person: Person) => {
    const name = `${person.id}/a.png`;
    const caching = { contentType: "image/png", cacheControl: "public, max-age=31536000" };
    const { error } = await person.box.upload(name, await png(), caching);
    if (error) throw error;
    return name;
  };
  /** Signed in every way: alone, among many, and drawn. */
  const sign = async ({ box }: Person, name: string, expiresIn = YEARS) => {
    const [one, many, drawn] = await Promise.all([
      box.createSignedUrl(name, expiresIn),
      box.createSignedUrls([name], expiresIn),
      box.createSignedUrl(name, expiresIn, { transform: { width: 10 } }),
    ]);
    return [one.data?.signedUrl, many.data?.[0]?.signedUrl, drawn.data?.signedUrl].map((url) => {
      if (!url) throw new Error("Nothing was signed");
      return url;
    });
  };
  const read = (urls: string[], headers = {}) =>
    Promise.all(urls.map(async (url) => (await fetch(url, { headers })).status));

  test("works an hour, however long was asked for, and of a public file as long as that", async () => {
    const name = await store(ada);
    for (const url of await sign(ada, name)) expect(lifeOf(url)).toBe(3600);
    for (const url of await sign(ada, name, 60)) expect(lifeOf(url)).toBe(60);
    await world.admin.storage.from("open").upload("a.png", await png(), { upsert: true });
    const open = await world.admin.storage.from("open").createSignedUrl("a.png", YEARS);
    expect(lifeOf(open.data?.signedUrl)).toBe(YEARS);
  });

  test("shows it only while its signer may see it, and while it is there", async () => {
    const eve = await world.person();
    const name = await store(eve);
    const urls = await sign(eve, name);
    expect(await read(urls)).toEqual([200, 200, 200]);
    await world.db.query("insert into public.blocked values ($1)", [eve.id]);
    for (const status of await read(urls)) expect(status).toBe(400);
    await world.db.query("delete from public.blocked");
    expect(await read(urls)).toEqual([200, 200, 200]);
    const byService = await world.admin.storage.from("private").createSignedUrl(name, 60);
    const all = [...urls, byService.data?.signedUrl ?? ""];
    expect((await read(all)).at(-1)).toBe(200);
    await world.admin.storage.from("private").remove([name]);
    for (const status of await read(all)) expect(status).toBe(400);
  });

  test("is not cached, whatever its uploader said, and a cached copy is asked about", async () => {
    const eve = await world.person();
    const name = await store(eve);
    const urls = await sign(eve, name);
    const own = world.at(`object/authenticated/private/${name}`);
    const authorization = { authorization: `Bearer ${eve.token}` };
    for (const url of [...urls, own]) {
      const { headers } = await fetch(url, { headers: authorization });
      expect(headers.get("cache-control")).toBe("private, no-cache");
      expect(headers.get("expires")).toBeNull();
      const cached = { "if-none-match": headers.get("etag") ?? "", ...authorization };
      expect(await read([url], cached)).toEqual([304]);
      await world.db.query("insert into public.blocked values ($1)", [eve.id]);
      expect(await read([url], cached)).toEqual([400]);
      await world.db.query("delete from public.blocked");
    }
  });

  test("without its signer is none", async () => {
    const name = await store(await world.person());
    const iat = Math.floor(world.clock.now() / 1000);
    const url = `private/${name}`;
    const token = await world.tokens.sign({ aud: "storage:download", url, iat, exp: iat + YEARS });
    expect(await read([world.at(`object/sign/${url}?token=${token}`)])).toEqual([400]);
  });
});

test("a policy may say in its own words that there is no room", async () => {
  const { error } = await ada.box.upload(`${ada.id}/full.txt`, "x");
  expect(refusal(error)).toEqual(TOO_LARGE);
  expect(error?.message).toBe("There is no room");
});
