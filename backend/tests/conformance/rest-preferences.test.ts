import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("preferences", () => {
  test("unknown ones are refused when strict, else passed over", async () => {
    const strict = await world.request("GET", "/films", {
      headers: { prefer: "handling=strict, wings=2" },
    });
    expect([strict.status, strict.json()]).toMatchObject([
      400,
      { code: "PGRST122", details: "Invalid preferences: wings=2" },
    ]);
    const lenient = await world.request("GET", "/films?limit=1", {
      headers: { prefer: "handling=lenient, wings=2" },
    });
    expect([lenient.status, lenient.headers.get("preference-applied")]).toEqual([
      200,
      "handling=lenient",
    ]);
  });

  test("time zone", async () => {
    const { json, headers } = await world.request("GET", "/films?select=created_at&id=eq.1", {
      headers: { prefer: "timezone=Asia/Tokyo" },
    });
    expect(json()).toEqual([{ created_at: "2025-01-01T09:00:00+09:00" }]);
    expect(headers.get("preference-applied")).toBe("timezone=Asia/Tokyo");
  });

  test("unknown methods", async () => {
    const odd = await world.request("PROPFIND", "/films");
    expect([odd.status, odd.json()]).toMatchObject([405, { code: "PGRST117" }]);
    const options = await world.request("OPTIONS", "/films");
    expect([options.status, options.headers.get("allow")]).toEqual([
      200,
      "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE",
    ]);
    expect((await world.request("OPTIONS", "/film_counts")).headers.get("allow")).toBe(
      "OPTIONS,GET,HEAD",
    );
    for (const path of ["/films/1", "/rpc/add/x", "/rpc/", "/%E0%A4%A"]) {
      expect((await world.request("GET", path)).status).toBe(404);
    }
  });
});
