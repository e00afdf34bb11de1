import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import type { World } from "#tests/security/people.ts";
import { startTwo } from "#tests/security/two-processes.ts";

const SEARCH = "/rest/v1/rpc/search_providers?page_size=60&sort=newest";

const world = perFile(startTwo);

const getAt = (backend: World["backend"], address = SEARCH) => world.getAt(backend, address);
const warm = (address = SEARCH) => world.warm(address);
const owner = (text: string, values: unknown[] = []) => world.owner(text, values);

describe("a shared response", () => {
  it("is cached for visitors, marked by its age, and forbids caches further out", async () => {
    await warm();
    const { headers } = await getAt(world.backend);
    expect(headers.get("age")).toMatch(/^\d+$/);
    expect(headers.get("cache-control")).toBe("public, max-age=0");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  it("is given to nobody who is signed in, and nothing of theirs is cached", async () => {
    await warm();
    const alone = `${SEARCH}&service=member`;
    for (const as of ["seeker", "member", "admin"] as const) {
      for (const address of [SEARCH, alone]) {
        const response = await world.request(address, { as });
        expect(response.status).toBe(200);
        expect(response.headers.has("age"), as).toBe(false);
      }
    }
    expect((await getAt(world.backend, alone)).cached, "not what they asked").toBe(false);
  });

  it("is given to nobody without a key, or with a bad one", async () => {
    await warm();
    const with_ = (headers: Record<string, string>) => world.backend.request(SEARCH, { headers });
    const { anon } = world.backend.keys;
    expect((await with_({})).status).toBe(401);
    expect((await with_({ apikey: world.elsewhere.keys.anon })).status).toBe(401);
    expect((await with_({ apikey: `${anon.slice(0, -4)}AAAA` })).status).toBe(401);
    expect((await with_({ apikey: anon, authorization: "Bearer nonsense" })).status).toBe(401);
  });

  it("is returned by a few functions, none of which depends on the caller", async () => {
    const names = [...world.backend.core.project.config.api.cache.functions.keys()];
    expect(names.toSorted()).toEqual(
      `category_moved category_page coupon_remaining feedback_summary job_page provider_page
      review_requests search_jobs search_providers suggest_search`.split(/\s+/),
    );
    for (const name of names) {
      const source = await world.see<string>(
        "select prosrc from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace",
        [name],
      );
      // A visitor is nobody's poster, no provider, and no admin.
      const ofVisitors = source
        .replaceAll("or j.user_id = (select auth.uid())", "")
        .replaceAll("and provider_page.provider_id is distinct from (select auth.uid())", "");
      expect(ofVisitors).not.toMatch(/auth\.|jwt|request\./);
    }
  });

  it("cannot be put in another's place by headers, cookies, bodies or spellings", async () => {
    const address = `${SEARCH}&service=tester`;
    const good = (await getAt(world.backend, address)).text;
    const tries: { method?: string; headers?: Record<string, string>; body?: unknown }[] = [
      { headers: { accept: "text/csv" } },
      { headers: { accept: "application/vnd.pgrst.object+json" } },
      { headers: { prefer: "return=minimal" } },
      { headers: { prefer: "tx=rollback, count=exact" } },
      { headers: { range: "0-0" } },
      { headers: { cookie: "sb-access-token=x", "x-forwarded-host": "evil.invalid" } },
      { headers: { "cache-control": "max-age=0, s-maxage=9999, public" } },
      { headers: { vary: "*", age: "0", "response.headers": "[]" } },
      { method: "HEAD" },
      { method: "POST", body: { service: "nobody at all", page_size: 60, sort: "newest" } },
    ];
    for (const attempt of tries) {
      await world.request(address, attempt);
      await world.request(address, attempt);
      expect((await getAt(world.backend, address)).text, JSON.stringify(attempt)).toBe(good);
    }
  });

  it("is no longer given when visitors may not call the function any more", async () => {
    await warm();
    const grants = "on function public.search_providers from anon";
    await owner(`revoke execute ${grants}`);
    try {
      expect((await world.request(SEARCH)).status).toBe(401);
    } finally {
      await owner(`grant execute ${grants.replace("from", "to")}`);
    }
    expect((await world.request(SEARCH)).status).toBe(200);
  });
});
