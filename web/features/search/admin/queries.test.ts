import { expect, it } from "vitest";
import { byTerm, firstOfLetters, matching } from "./queries.ts";

it("finds a synonym by either half, whatever the case", () => {
  const sparky = { id: "1", term: "sparky", means: "electrician" };
  const chippy = { id: "2", term: "chippy", means: "carpentry" };
  const found = (searched: string) => matching([sparky, chippy], searched);
  expect(found(" SPARK ")).toEqual([sparky]);
  expect(found("carp")).toEqual([chippy]);
  expect(found("")).toHaveLength(2);
  expect(found("plumber")).toEqual([]);
});

it("lists a typed word once, with all that it finds", () => {
  const drainage = { id: "1", term: "blocked drain", means: "drainage" };
  const sparky = { id: "2", term: "sparky", means: "electrician" };
  const plumber = { id: "3", term: "blocked drain", means: "plumber" };
  expect(byTerm([drainage, sparky, plumber])).toEqual([
    ["blocked drain", [drainage, plumber]],
    ["sparky", [sparky]],
  ]);
});

it("finds the first typed word of each letter", () => {
  const terms = ["24 hour locks", "boiler man", "builder", "sparky"];
  const synonyms = terms.map((term) => ({ id: term, term, means: "anything" }));
  expect([...firstOfLetters(synonyms)]).toEqual([
    ["boiler man", "b"],
    ["sparky", "s"],
  ]);
});
