import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { refused, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

const accept = (media: string) => ({ headers: { accept: media } });
describe("formats of responses", () => {
  test("Content-Location, in one spelling of the query", async () => {
    const at = (path: string) => world.header("content-location", "GET", path);
    const spelled = "/films?id=gt.1,lt.3&select=id&title=like.R%2A";
    expect(await at("/films?select=id&id=gt.1&id=lt.3&title=like.R*")).toBe(spelled);
    expect(await at("/films")).toBe("/films");
    // Proxies and clients refuse a head of many kilobytes.
    const long = await world.request("GET", `/films?title=eq.${"a".repeat(5_000)}`);
    expect([long.status, long.headers.get("content-location")]).toEqual([200, null]);
  });

  test("csv", async () => {
    const { data } = await world.anon.from("actors").select("id, nickname").order("id").csv();
    expect(data).toBe('id,nickname\n1,A\n2,\n3,"C,""quoted"""');
    const type = await world.header("content-type", "GET", "/actors", accept("text/csv"));
    expect(type).toBe("text/csv; charset=utf-8");
  });

  test("without nulls", async () => {
    const nobodys = (select: string) => world.anon.from("films").select(select).eq("id", 5);
    const one = await nobodys("id, genre, rating").stripNulls();
    expect(one.data).toEqual([{ id: 5, rating: 5 }]);
    expect((await nobodys("id, genre").stripNulls().single()).data).toEqual({ id: 5 });
  });

  test("query plans and unknown types are refused", async () => {
    await refused(world.anon.from("films").select().explain(), 406, "PGRST107");
    const message = "None of these media types are available: image/png";
    await world.refuses(406, { code: "PGRST107", message }, "GET", "/films", accept("image/png"));
    const choice = accept("text/html, application/json;q=0.9");
    expect((await world.request("GET", "/films", choice)).status).toBe(200);
    const type = (media: string) => world.header("content-type", "GET", "/films", accept(media));
    expect(await type("text/csv;q=0.5, application/json;q=0.7")).toMatch("application/json");
    expect(await type("*/*, text/csv")).toMatch("text/csv");
  });

  test("geo+json where the database has PostGIS, and nowhere else", async () => {
    await refused(world.anon.from("cities").select().geojson(), 406, "PGRST107");
    // PostGIS is not among the extensions at hand: its function's shape is all that is relied on.
    await world.sql(`
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

test("unknown preferences are refused when strict, else passed over", async () => {
  const strict = { headers: { prefer: "handling=strict, wings=2" } };
  const why = { code: "PGRST122", details: "Invalid preferences: wings=2" };
  await world.refuses(400, why, "GET", "/films", strict);
  const headers = { prefer: "handling=lenient, wings=2" };
  const lenient = await world.request("GET", "/films?limit=1", { headers });
  expect(lenient.status).toBe(200);
  expect(lenient.headers.get("preference-applied")).toBe("handling=lenient");
});

const type = ({ headers }: { headers: Headers }) => headers.get("content-type");

describe("media types that the database makes", () => {
  test("of a function's value, which is JSON for callers who request that", async () => {
    const page = await world.request("GET", "/rpc/page?title=Hi", accept("text/html"));
    expect([page.status, type(page), page.text]).toEqual([200, "text/html", "<h1>Hi</h1>"]);
    // A browser's list, of which the first that can be made is.
    const browser = "application/xhtml+xml,text/html;q=0.9,*/*;q=0.8";
    const chosen = await world.request("GET", "/rpc/page?title=Hi", accept(browser));
    expect(type(chosen)).toBe("text/html");
    const json = { body: { title: "Hi" }, ...accept("application/json") };
    expect((await world.request("POST", "/rpc/page", json)).json()).toBe("<h1>Hi</h1>");
    await world.refuses(406, "PGRST107", "GET", "/rpc/page?title=Hi", accept("text/x.other"));
  });

  test("as bytes", async () => {
    const { url, keys } = world.backend;
    const headers = { apikey: keys.anon, accept: "image/x.dot" };
    const dot = await fetch(`${url}/rest/v1/rpc/dot`, { headers });
    expect(type(dot)).toBe("image/x.dot");
    expect(Buffer.from(await dot.arrayBuffer())).toEqual(Buffer.from([0, 255, 16]));
  });

  test("of any kind, called bytes unless the function names it", async () => {
    const own = await world.request("GET", "/rpc/any_kind", accept("text/x.whatever"));
    expect([own.status, type(own), own.text]).toEqual([200, "text/x.own", "own"]);
  });
});

describe("values of domain types with casts of their own", () => {
  const RED = { id: 1, name: "red", shade: "#ff0000" };

  test("are shown by the cast to JSON, named or within a star", async () => {
    expect(await world.rows("paints", "*", (q) => q.eq("id", 1))).toEqual([RED]);
    expect(await world.rows("paints", "tone:shade,id", (q) => q.order("id"))).toEqual([
      { tone: "#ff0000", id: 1 },
      { tone: "#007f7f", id: 2 },
      { tone: null, id: 3 },
    ]);
  });
});
