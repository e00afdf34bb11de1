import { expect, it } from "vitest";
import { areaForm, areaFrom, areaText, areaValues, NO_AREA, placesOf } from "./area.ts";

it("reads places by commas and lines, each once and codes in capitals", () => {
  expect(placesOf("Leeds, ls6;  Otley\n\nLEEDS, king's  lynn,")).toEqual([
    "Leeds",
    "LS6",
    "Otley",
    "king's lynn",
  ]);
  expect(placesOf("ｌｓ６, ls٧")).toEqual(["LS6", "LS7"]);
  expect(placesOf(" , \n")).toEqual([]);
});

const EMPTY = areaValues(NO_AREA);
const refusal = (values: Partial<typeof EMPTY>) =>
  areaForm.safeParse({ ...EMPTY, ...values }).error?.issues[0]?.message;

const NUMBER = "Please enter a number from 1 to 100";
it.each<[Partial<typeof EMPTY>, string | undefined]>([
  [{ kind: "places", places: "Ynys Môn, Derry/Londonderry, EC1A, Stoke-on-Trent" }, undefined],
  [
    { kind: "places", places: "Leeds, <b>York</b>" },
    "'<b>York</b>' is not a town or the first half of a postcode",
  ],
  [
    { kind: "places", places: Array.from({ length: 51 }, (_, n) => `T${n} x`).join() },
    "You can list at most 50 places",
  ],
  [{ kind: "places", places: " , " }, "Please list at least one town or postcode"],
  [{ kind: "places", places: "x".repeat(61) }, "Please use at most 60 characters a place"],
  [{ kind: "miles", miles: "15" }, "Please enter a town or postcode"],
  [{ kind: "miles", base: "Leeds", miles: "٢٥ miles" }, undefined],
  [{ kind: "miles", base: "Leeds", miles: "0" }, NUMBER],
  [{ kind: "miles", base: "Leeds", miles: "101" }, NUMBER],
  [{ kind: "miles", base: "Leeds", miles: "far" }, NUMBER],
  [{ kind: "miles", base: "x".repeat(61), miles: "5" }, "Please use at most 60 characters"],
  [{ kind: "uk", miles: "far" }, undefined],
  [{ kind: "" }, undefined],
])("the form answers %j with %j", (values, message) => expect(refusal(values)).toBe(message));

it("the form gives the parts of the chosen kind only, and shows what is stored", () => {
  const typed = { base: " Leeds ", miles: "15 miles", places: "LS6, Otley" };
  expect(areaFrom({ kind: "miles", ...typed })).toEqual({ ...NO_AREA, base: "Leeds", miles: 15 });
  expect(areaFrom({ kind: "places", ...typed })).toEqual({
    ...NO_AREA,
    places: ["LS6", "Otley"],
  });
  expect(areaFrom({ kind: "uk", ...typed })).toEqual({ ...NO_AREA, whole_uk: true });
  expect(areaFrom({ kind: "", ...typed })).toEqual(NO_AREA);
  for (const kind of ["", "miles", "places", "uk"] as const)
    expect(areaValues(areaFrom({ kind, ...typed })).kind).toBe(kind);
});

it("says an area in words", () => {
  expect(areaText({ ...NO_AREA, base: "LS6", miles: 1 })).toBe("Up to 1 mile from LS6");
  expect(areaText({ ...NO_AREA, base: "Leeds", miles: 20 })).toBe("Up to 20 miles from Leeds");
  expect(areaText({ ...NO_AREA, whole_uk: true })).toBe("The whole of the UK");
  expect(areaText({ ...NO_AREA, places: ["Leeds"] })).toBeNull();
});
