import { beforeAll, describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import type { Suggestion } from "#domain/providers/results.ts";
import { startTwo } from "#tests/security/two-processes.ts";

const world = perFile(startTwo);

const addressOf = (typed: string, field = "service") =>
  `/rest/v1/rpc/suggest_search?${new URLSearchParams({ typed, field })}`;
const suggested = async (typed: string, field?: string) =>
  JSON.parse((await world.getAt(world.backend, addressOf(typed, field))).text) as Suggestion[];
const textsOf = async (typed: string, field?: string) =>
  (await suggested(typed, field)).map(({ text }) => text);

beforeAll(async () => {
  await world.setProfile("member", "location = 'Leeds'");
});

describe("suggestions for a search field", () => {
  it("are trades, whichever of their words is typed, then synonyms with what they find", async () => {
    const plumbing = await textsOf("plumb");
    expect(plumbing[0]).toBe("Plumber");
    expect(plumbing, "a synonym of the same name is not listed twice").not.toContain("plumber");
    expect(plumbing).toContain("plumbing");
    expect(await textsOf("repairs")).toContain("Phone/Laptop/Electronic Repairs");
    expect(await suggested("sparky")).toEqual([
      { text: "sparky", finds: expect.stringContaining("electric") },
    ]);
  });

  it("are towns in the field for places, those with people first", async () => {
    const towns = await textsOf("le", "location");
    expect(towns[0]).toBe("leeds");
    expect(towns).toHaveLength(8);
    expect(await textsOf("stoke on", "location")).toContain("stoke on trent");
    expect(await textsOf("plumb", "location")).toEqual([]);
  });

  it("are cached for visitors, and follow every change at once", async () => {
    const kites = addressOf("kite");
    await world.warm(kites);
    expect((await world.getAt(world.backend, kites)).cached).toBe(true);
    await world.owner("insert into search.synonyms (term, means) values ('kite doctor', 'kites')");
    expect(await suggested("kite")).toEqual([{ text: "kite doctor", finds: "kites" }]);
    await world.owner("delete from search.synonyms where term = 'kite doctor'");
    expect(await suggested("kite")).toEqual([]);

    expect(await textsOf("plumb")).toContain("Plumber");
    await world.owner("update public.categories set is_active = false where name = 'Plumber'");
    expect(await textsOf("plumb")).not.toContain("Plumber");
    await world.owner("update public.categories set is_active = true where name = 'Plumber'");

    expect((await textsOf("le", "location")).slice(0, 2)).not.toContain("leek");
    await world.setProfile("member", "location = 'Leek'");
    expect((await textsOf("le", "location")).slice(0, 2)).toContain("leek");
  });
});
