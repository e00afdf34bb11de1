import { beforeAll, describe, expect, test, vi } from "vitest";
import type { CacheDeclaration } from "#backend/core/project/shape.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, configure, type RequestOptions, startWorld } from "./rest-world.ts";

/** What the project declares the same for all visitors. */
const SHARED = ["countries", "cities", "film_actors", "actors", "films", "diaries"];
const declaration = (name: string): CacheDeclaration => ({
  tags: [name],
  by: new Map(),
  within: [],
});

const world = perFile(() => startWorld({ db_plan_enabled: "true" }));
/** The entry's cache-control for a response without its own. */
const UNSHARED = "no-store";

/**
 * What the backend declares; changed here as config.toml would be, and read again. The notification ends
 * all that is cached, and so does the schema once it is read.
 */
const declare = async (change: (relations: Map<string, CacheDeclaration>) => void) => {
  const { core, db } = world.backend;
  change(core.project.config.api.cache.relations as Map<string, CacheDeclaration>);
  const before = core.cache?.position() ?? 0;
  await db.query("notify pgrst, 'reload schema'");
  await vi.waitFor(() => expect(core.cache?.position()).toBeGreaterThanOrEqual(before + 2), 30_000);
};

/** Requests twice, and returns whether the second response was cached. */
const isCached = async (path: string, options: RequestOptions = {}, method = "GET") => {
  await world.request(method, path, options);
  return (await world.header("age", method, path, options)) !== null;
};
const control = (path: string, options: RequestOptions = {}, method = "GET") =>
  world.header("cache-control", method, path, options);

/** Neither cached here, nor declared cacheable for others. */
const isUnshared = async (...input: Parameters<typeof isCached>) => {
  expect(await control(...input), input[0]).toBe(UNSHARED);
  expect(await isCached(...input), input[0]).toBe(false);
};

/** Sooner or later: a change of a moment ago may still arrive. */
const isShared = (...input: Parameters<typeof isCached>) =>
  expect.poll(() => isCached(...input)).toBe(true);

beforeAll(async () => {
  await declare((relations) => {
    for (const table of SHARED) relations.set(table, declaration(table));
  });
});

describe("a response made of tables that are declared the same for all visitors", () => {
  test("is cached for visitors, and browsers must revalidate", async () => {
    await isShared("/countries?select=id,name&order=id");
    expect(await control("/countries?select=id,name&order=id")).toBe("public, max-age=0");
    await isShared("/countries?select=id&limit=1", {}, "HEAD");
  });

  test("differs by everything that a response differs by", async () => {
    const path = "/countries?select=id,name&order=id";
    const plain = (await world.request("GET", path)).text;
    const ways: Record<string, string>[] = [
      { accept: "text/csv" },
      { range: "0-0" },
      { prefer: "count=exact" },
    ];
    for (const headers of ways) {
      expect((await world.request("GET", path, { headers })).headers.has("age")).toBe(false);
      expect((await world.request("GET", path)).text).toBe(plain);
    }
  });

  test("includes what is embedded, and the tables between", async () => {
    await isShared("/cities?select=id,countries(name)");
    await isShared("/actors?select=id,film_actors(film_id)");
    await declare((relations) => void relations.delete("cities"));
    const embedding = "/countries?select=id,cities(name)";
    await expect.poll(() => control(embedding)).toBe(UNSHARED);
    expect(await isCached(embedding)).toBe(false);
    expect(await isCached("/countries?select=id&cities.name=eq.x&cities=not.is.null")).toBe(false);
    await isShared("/countries?select=id");
  });

  test("rests on no function that nobody spoke for", async () => {
    // Films have computed columns and relationships, and are between actors and what is asked of them.
    await isUnshared("/films?select=id,full_title");
    await isUnshared("/films?select=id,main_actors(name)");
    await isUnshared("/actors?select=id,films(id)");
    await isUnshared("/countries?select=id", { headers: { prefer: "count=planned" } });
    const accept = "application/vnd.pgrst.plan+json";
    await isUnshared("/countries?select=id", { headers: { accept } });
  });

  test("is for no signed-in person, and their rows are shown to no visitor", async () => {
    const token = await world.token({ sub: ADA, role: "authenticated" });
    const path = "/diaries?select=*&order=id";
    const before = (await world.request("GET", path)).text;
    const own = await world.request("GET", path, { token });
    expect(own.headers.get("cache-control")).toBe(UNSHARED);
    expect(own.headers.has("age")).toBe(false);
    expect(own.text).not.toBe(before);
    expect(await isCached(path, { token })).toBe(false);
    expect((await world.request("GET", path)).text).toBe(before);
    const service = await world.token({ role: "service_role" });
    expect(await control(path, { token: service })).toBe(UNSHARED);
  });

  test("gives caches further out no directive for what was not cached here", async () => {
    const part = await world.request("GET", "/countries?select=id&limit=1", {
      headers: { prefer: "count=exact" },
    });
    expect([part.status, part.headers.get("cache-control")]).toEqual([206, UNSHARED]);
    const refused = await world.request("GET", "/countries?select=nothing");
    expect([refused.status, refused.headers.get("cache-control")]).toEqual([400, UNSHARED]);
    const unshared = { headers: { "cache-control": "no-store" } };
    expect(await control("/countries?select=id", unshared)).toBe(UNSHARED);
    const change = { body: { name: "x" }, headers: { prefer: "return=representation" } };
    expect(await control("/countries?id=eq.0&select=id", change, "PATCH")).toBe(UNSHARED);
  });

  test("ends with a change of what it embeds, and of what lies between, and with nothing else", async () => {
    const change = (tags: string) =>
      world.sql("select pg_notify('pgrst', $1)", [`invalidate ${tags}`]);
    await declare((relations) => void relations.set("cities", declaration("cities")));
    const path = "/cities?select=id,countries(name)";
    const own = "/countries?select=id";
    for (const tag of ["cities", "countries"]) {
      await isShared(path);
      await isShared(own);
      await change(`other ${tag}`);
      const isCached = async (at: string) => (await world.header("age", "GET", at)) !== null;
      const cached = [await isCached(path), await isCached(own)];
      expect([tag, ...cached]).toEqual([tag, false, tag === "cities"]);
    }
  });

  test("is hidden from no function that must see every request", async () => {
    const path = "/countries?select=id&order=id";
    await isShared(path);
    await world.sql("create function public.see_all() returns void language sql as 'select'");
    await configure(world.backend.db, { db_pre_request: "public.see_all" });
    await expect.poll(() => control(path)).toBe(UNSHARED);
    expect(await isCached(path)).toBe(false);
  });
});
