import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

const accept = (media: string) => ({ headers: { accept: media } });
const type = ({ headers }: { headers: Headers }) => headers.get("content-type");

describe("media types that the database makes", () => {
  test("of a function's value, which is JSON for callers who request that", async () => {
    const page = await world.request("GET", "/rpc/page?title=Hi", accept("text/html"));
    expect([page.status, type(page), page.text]).toEqual([200, "text/html", "<h1>Hi</h1>"]);
    // A browser's list, of which the first that can be made is.
    const browser = "application/xhtml+xml,text/html;q=0.9,*/*;q=0.8";
    expect(type(await world.request("GET", "/rpc/page?title=Hi", accept(browser)))).toBe(
      "text/html",
    );
    const json = await world.request("POST", "/rpc/page", {
      body: { title: "Hi" },
      ...accept("application/json"),
    });
    expect(json.json()).toBe("<h1>Hi</h1>");
    const other = await world.request("GET", "/rpc/page?title=Hi", accept("text/x.other"));
    expect([other.status, other.json()]).toMatchObject([406, { code: "PGRST107" }]);
  });

  test("as bytes", async () => {
    const { url, keys } = world.backend;
    const dot = await fetch(`${url}/rest/v1/rpc/dot`, {
      headers: { apikey: keys.anon, accept: "image/x.dot" },
    });
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
    expect((await world.anon.from("paints").select().eq("id", 1)).data).toEqual([RED]);
    expect((await world.anon.from("paints").select("tone:shade,id").order("id")).data).toEqual([
      { tone: "#ff0000", id: 1 },
      { tone: "#007f7f", id: 2 },
      { tone: null, id: 3 },
    ]);
  });
});
