import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("formats of responses", () => {
  test("Content-Location, in one spelling of the query", async () => {
    const read = await world.request("GET", "/films?select=id&id=gt.1&id=lt.3&title=like.R*");
    expect(read.headers.get("content-location")).toBe(
      "/films?id=gt.1,lt.3&select=id&title=like.R%2A",
    );
    const bare = await world.request("GET", "/films");
    expect(bare.headers.get("content-location")).toBe("/films");
    // Proxies and clients refuse a head of many kilobytes.
    const long = await world.request("GET", `/films?title=eq.${"a".repeat(5_000)}`);
    expect([long.status, long.headers.get("content-location")]).toEqual([200, null]);
  });

  test("csv", async () => {
    const { data } = await world.anon.from("actors").select("id, nickname").order("id").csv();
    expect(data).toBe('id,nickname\n1,A\n2,\n3,"C,""quoted"""');
    const { headers } = await world.request("GET", "/actors", { headers: { accept: "text/csv" } });
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  });

  test("without nulls", async () => {
    const one = await world.anon.from("films").select("id, genre, rating").eq("id", 5).stripNulls();
    expect(one.data).toEqual([{ id: 5, rating: 5 }]);
    const single = await world.anon
      .from("films")
      .select("id, genre")
      .eq("id", 5)
      .stripNulls()
      .single();
    expect(single.data).toEqual({ id: 5 });
  });

  test("query plans and unknown types are refused", async () => {
    const plan = await world.anon.from("films").select().explain();
    expect([plan.status, plan.error?.code]).toEqual([406, "PGRST107"]);
    const image = await world.request("GET", "/films", { headers: { accept: "image/png" } });
    expect([image.status, image.json()]).toMatchObject([
      406,
      { code: "PGRST107", message: "None of these media types are available: image/png" },
    ]);
    const choice = { accept: "text/html, application/json;q=0.9" };
    expect((await world.request("GET", "/films", { headers: choice })).status).toBe(200);
    const type = async (accept: string) =>
      (await world.request("GET", "/films", { headers: { accept } })).headers.get("content-type");
    expect(await type("text/csv;q=0.5, application/json;q=0.7")).toMatch("application/json");
    expect(await type("*/*, text/csv")).toMatch("text/csv");
  });

  test("geo+json where the database has PostGIS, and nowhere else", async () => {
    const without = await world.anon.from("cities").select().geojson();
    expect([without.status, without.error?.code]).toEqual([406, "PGRST107"]);
    // PostGIS is not among the extensions at hand: its function's shape is all that is relied on.
    await world.backend.db.query(`
      create function extensions.st_asgeojson(one record) returns text language plpgsql as $$ begin
        return json_build_object('type', 'Feature', 'geometry', null,
          'properties', row_to_json(one)); end $$;
      notify pgrst, 'reload schema'`);
    const places = () => world.anon.from("cities").select("name").eq("id", 1).geojson();
    await expect.poll(async () => (await places()).status, { timeout: 30_000 }).toBe(200);
    expect((await places()).data).toEqual({
      type: "FeatureCollection",
      features: [{ type: "Feature", geometry: null, properties: { name: "Vienna" } }],
    });
  });
});
