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
});
