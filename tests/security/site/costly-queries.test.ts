import { beforeAll, describe, expect, test, vi } from "vitest";
import { testWorld } from "#tests/security/test-world.ts";

/** What a query may cost whom: one caller must not be able to hold the API up for everybody. */

const world = testWorld();
beforeAll(async () => {
  await world.sql(`
    create function public.dawdle(seconds float) returns text language sql volatile as
      $$ select pg_catalog.pg_sleep(seconds)::text $$;
    grant execute on function public.dawdle to anon, authenticated;
    create function public.listed() returns setof public.categories language sql stable as
      $$ select * from public.categories $$;
    notify pgrst, 'reload schema';`);
  await vi.waitFor(async () => expect((await dawdle(0, "127.0.0.1")).status).toBe(200), 20_000);
});

const EVIL = "^(.+)(.+)(.+)(.+)\\1\\2\\3\\4e";

const get = async (
  address: string,
  token?: string,
  init: { method?: string; body?: object } = {},
  ip?: string,
) => {
  const headers = { authorization: `Bearer ${token ?? world.backend.keys.anon}` };
  const response = await world.request(`/rest/v1/${address}`, { headers, ip, ...init });
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, retryAfter, body: JSON.parse(response.text) };
};

const dawdle = (seconds: number, ip: string, token?: string) =>
  get("rpc/dawdle", token, { method: "POST", body: { seconds } }, ip);

const value = encodeURIComponent(EVIL);

describe("a visitor may not search by regular expressions, nor by texts without an index", () => {
  test.each([
    `public_providers?bio=imatch.${value}`,
    `public_providers?bio=match.${value}`,
    `public_providers?bio=not.imatch.${value}`,
    `public_providers?bio=imatch(any).{${value}}`,
    `public_providers?bio=match(all).{a,b}`,
    `public_providers?or=(bio.imatch.${value},id.is.null)`,
    `public_providers?and=(or(bio.not.match.a,bio.eq.b),id.is.null)`,
    `public_providers?not.or=(bio.imatch.${value})`,
    `categories?select=name,target:merged_into(name)&target.name=imatch.${value}`,
    `categories?select=name,target:merged_into(name)&target.or=(name.imatch.${value})`,
    "public_providers?bio=fts.painter",
    "public_providers?bio=wfts(english).painter",
    "public_providers?bio=plfts.painter",
    "public_providers?bio=phfts.painter",
    `rpc/listed?name=match.${value}`,
  ])("%s", async (address) => {
    const { status, body } = await get(address);
    expect(body).toMatchObject({ code: "operator_denied", hint: expect.stringMatching(/ilike/) });
    expect(status).toBe(403);
  });

  test("what the site and its clients use still works", async () => {
    expect((await get("public_providers?bio=ilike.*paint*")).status).toBe(200);
    expect((await get("categories?name=in.(Plumbing)")).status).toBe(200);
  });

  test("who is signed in may", async () => {
    const { token } = world.people.member;
    expect((await get("public_providers?bio=imatch.paint", token)).status).toBe(200);
  });
});

test("a visitor's statement ends after a second, and a member's continues", async () => {
  const { body } = await dawdle(1.5, "192.0.2.1");
  expect(body).toMatchObject({ code: "57014" });
  expect((await dawdle(1.5, "192.0.2.1", world.people.member.token)).status).toBe(200);
});

test("forty slow queries of one caller, visitor or member, delay no other caller", async () => {
  for (const token of [undefined, world.people.member.token]) {
    let ended = 0;
    const slow = Array.from({ length: 40 }, async () => {
      await dawdle(0.9, "192.0.2.1", token);
      ended += 1;
    });
    for (let n = 0; n < 3; n++)
      expect(
        (await get("categories?select=name&limit=1", undefined, {}, "198.51.100.7")).status,
      ).toBe(200);
    // Without shares, the first of these would be served after the forty, in nine seconds.
    expect(ended).toBeLessThan(40);
    await Promise.all(slow);
  }
});

test("readers of a locked table are sent away, and readers of others do not wait for the lock", async () => {
  const { token } = world.people.member;
  await world.backend.db.transaction(async (tx) => {
    await tx.query("lock table public.services in access exclusive mode");
    const locked = [undefined, undefined, token, token].map((who, n) =>
      get("services?select=id&limit=1", who, {}, `192.0.2.${n}`),
    );
    for (let n = 0; n < 10; n++) {
      const { status } = await get(`categories?select=name&limit=${n + 1}`, undefined, {}, "::1");
      expect(status).toBe(200);
    }
    for (const { status, retryAfter, body } of await Promise.all(locked)) {
      expect(body).toMatchObject({ code: "55P03" });
      expect([status, retryAfter]).toEqual([503, "2"]);
    }
  });
});
