import { expect, it } from "vitest";
import { byTerm, letterOf, lettersOf, matching } from "./queries.ts";

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

it("sorts typed words under their first letter, and others under a sign", () => {
  const terms = ["sparky", "24 hour locks", "boiler man", "Builder", "éclairs"];
  const synonyms = terms.map((term) => ({ id: term, term, means: "anything" }));
  expect(lettersOf(synonyms)).toEqual(["#", "b", "e", "s"]);
  expect(letterOf(" Écru")).toBe("e");
  expect(letterOf("")).toBe("#");
});
