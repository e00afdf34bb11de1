import { beforeAll, describe, expect, it } from "vitest";
import { ANONYMOUS, FORBIDDEN, NAMES, outcome, rows } from "./people.ts";
import { testWorld } from "./test-world.ts";

const world = testWorld();
beforeAll(async () => {
  await world.backend.db.query("update public.profiles set bio = 'We mend kites' where id = $1", [
    world.people.member.id,
  ]);
});

const found = async (service: string) => {
  const [result] = await rows<{ total: number }>(
    world.visitor
      .rpc("search_providers", { service })
      .then(({ data, error }) => ({ data: [data], error })),
  );
  return result?.total;
};

describe("other words for the same thing", () => {
  const others = NAMES.filter((name) => name !== "admin");

  it("are read, added, changed and removed by nobody but an admin", async () => {
    const before = await world.picture("public.search_synonyms");
    expect(before).toContain("sparky");
    for (const who of ["visitor", ...others] as const) {
      const table = () => world.clientOf(who).from("search_synonyms");
      const refused = who === "visitor" ? ANONYMOUS : FORBIDDEN;
      if (who === "visitor") expect(await outcome(table().select())).toBe(ANONYMOUS);
      else expect(await rows(table().select()), who).toEqual([]);
      expect(await outcome(table().insert({ term: "kite doctor", means: "kites" })), who).toBe(
        refused,
      );
      const touched = [
        table().update({ means: "kites" }).eq("term", "sparky").select("id"),
        table().delete().eq("term", "sparky").select("id"),
      ];
      for (const call of touched) {
        if (who === "visitor") expect(await outcome(call)).toBe(ANONYMOUS);
        else expect(await rows(call), who).toEqual([]);
      }
    }
    expect(await world.picture("public.search_synonyms")).toBe(before);
  });

  it("work at once when an admin writes them, and are traced", async () => {
    const table = () => world.clientOf("admin").from("search_synonyms");
    expect(await found("kite doctor")).toBe(0);
    const [made] = await rows<{ id: string; term: string }>(
      table().insert({ term: "  KITE-Doctor! ", means: "kites" }).select("id, term"),
    );
    expect(made?.term).toBe("kite doctor");
    expect(await found("kite doctor")).toBe(1);
    expect(await outcome(table().insert({ term: "kite doctor", means: "Kites" }))).toBe(
      "409 23505",
    );
    await rows(table().update({ means: "nothing known" }).eq("id", made?.id).select("id"));
    expect(await found("kite doctor")).toBe(0);
    await rows(table().delete().eq("id", made?.id).select("id"));
    const traces = await rows<{ action: string }>(
      world
        .clientOf("admin")
        .from("audit_log")
        .select("action")
        .eq("target_id", made?.id ?? ""),
    );
    expect(traces.map(({ action }) => action).sort()).toEqual(["delete", "insert", "update"]);
  });

  it.each([
    ["nothing at all", { term: " !? ", means: "kites" }, "400 23514"],
    ["a word for itself", { term: "kites", means: "Kites!" }, "400 23514"],
    ["no meaning", { term: "kite" }, "400 23514"],
    ["too long a word", { term: "x".repeat(5000), means: "y" }, "let in"],
    ["signs of the search's own", { term: "ab' | !cd", means: "'~x' & *" }, "let in"],
    ["another's row", { id: crypto.randomUUID(), term: "a", means: "b" }, FORBIDDEN],
  ])("%s", async (_what, row, expected) => {
    expect(await outcome(world.clientOf("admin").from("search_synonyms").insert(row))).toBe(
      expected,
    );
    for (const { term } of await rows<{ term: string }>(
      world.clientOf("admin").from("search_synonyms").select("term"),
    ))
      expect(term).toMatch(/^[\p{L}\p{N}]+( [\p{L}\p{N}]+){0,2}$/u);
    expect(await found("ab cd")).toBe(0);
  });
});
