import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { searchIn, startDirectory } from "#tests/security/directory-world.ts";
import { allowed, outcome } from "#tests/security/people.ts";

const world = perFile(startDirectory);

const search = (args: Record<string, unknown>) => searchIn(world, args);

describe("hostile words", () => {
  const TEXTS = [
    "'",
    "\\",
    "%",
    "_",
    "%%%",
    "!",
    "a & !b",
    "a | b",
    "(((",
    ":*",
    "a:*",
    "<->",
    "a <2> b",
    "'':ABCD",
    "!hidden",
    "hidden | plain",
    "' or '1'='1",
    "'; drop table public.profiles; --",
    "$1",
    "$$",
    "x".repeat(10_000),
    "a ".repeat(5_000),
    "é̂ ﬀ ², ½ ١٢ İ ß 𝕏 👩‍👩‍👧",
    "\t\n\r",
    "the and of",
    "-",
    "''''",
  ];

  it.each(TEXTS)("never break the search or find the unlisted: %j", async (text) => {
    for (const args of [
      { service: text },
      { location: text },
      { category: text },
      { service: text, location: text, category: text },
    ]) {
      const { total, providers } = await search(args);
      expect(total).toBeLessThanOrEqual(2);
      expect(providers.length).toBe(total);
    }
    expect((await search({ category: text })).total).toBe(0);
    await allowed(world.rpc("visitor", "search_businesses", { query: text }));
  });

  it.each([
    ["C++", 1],
    ["c++ developer", 1],
    ["C#", 1],
    ["C♯ developer", 1],
    ["csharp", 1],
    [".NET", 1],
    ["F#", 0],
    ["G++", 0],
    ["C++ C#", 1],
    ["C++ F#", 0],
  ])("name a programming language: %s", async (service, total) => {
    const { id } = world.people.member;
    const write = (bio: string) =>
      world.sql("update public.profiles set bio = $1 where id = $2", [bio, id]);
    await write("Developer: C++, C# and .NET. Grade A+, no. #1, 5+ years");
    expect((await search({ service })).total).toBe(total);
    await write("Zebra crossing painter");
  });

  it("take % and _ as themselves in a place name", async () => {
    expect((await search({ location: "hull_50%" })).total).toBe(2);
    expect((await search({ location: "hull%" })).total).toBe(0);
    expect((await search({ location: "h_ll" })).total).toBe(0);
    expect((await search({ location: "  " })).total).toBe(2);
  });

  it.each([
    ["a NUL", { service: "a\u0000b" }, /^400 /],
    ["a NUL in a place", { location: "\u0000" }, /^400 /],
    ["half a character", { service: "\ud800" }, "400 22P02"],
    ["a page of another type", { page_size: "many" }, "400 22P02"],
    ["a page past counting", { page_size: 1e12 }, /^400 22/],
    ["words of another type", { service: { a: 1 } }, "let in"],
    ["an unknown argument", { order: "name" }, "404 PGRST202"],
    ["an order that is not offered", { sort: "plan_type" }, "400 22023"],
    ["an order with a statement", { sort: "'; drop table x" }, "400 22023"],
    ["an order of another type", { sort: { by: "name" } }, "400 22023"],
    ["a negative page", { page_size: -5, page_offset: -5 }, "let in"],
    ["a page of none", { page_size: null, page_offset: null }, "let in"],
    ["a far page", { page_offset: 2147483647 }, "let in"],
  ])("and wrong types are refused: %s", async (_what, args, expected) => {
    expect(await outcome(world.rpc("visitor", "search_providers", args))).toMatch(expected);
  });

  it("gives at most 60 at once, whatever is requested", async () => {
    const { providers } = await search({ page_size: 2147483647 });
    expect(providers.length).toBeLessThanOrEqual(60);
    const many = await world.request("/rest/v1/public_providers?select=id&limit=1000000");
    expect(many.status).toBeLessThan(300);
  });
});
