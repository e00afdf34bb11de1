import { expect, it } from "vitest";
import { foundIn } from "./found-in.ts";
import type { ManagedCategory } from "./queries.ts";

it("finds categories by name, and a whole group by its own", () => {
  const categories = ["Dog Walking", "Grooming"].map((name) => ({ name }) as ManagedCategory);
  const found = (typed: string) =>
    foundIn({ name: "Pets/Animals", categories }, typed).map(({ name }) => name);
  expect(found("  groom ")).toEqual(["Grooming"]);
  expect(found("PETS")).toEqual(["Dog Walking", "Grooming"]);
  expect(found("")).toEqual(["Dog Walking", "Grooming"]);
  expect(found("plumber")).toEqual([]);
});
