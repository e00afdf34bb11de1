import { expect, it } from "vitest";
import { areaForm, placesOf } from "./area.ts";

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

const refusal = (places: string, radius = "") =>
  areaForm.safeParse({ places, radius }).error?.issues[0]?.message;

it("refuses what no place is called, too many and too long", () => {
  expect(refusal("Ynys Môn, Derry/Londonderry, EC1A, Stoke-on-Trent")).toBeUndefined();
  expect(refusal("Leeds, <b>York</b>")).toBe(
    "'<b>York</b>' is not a town or the first half of a postcode",
  );
  expect(refusal(Array.from({ length: 31 }, (_, n) => `T${n} x`).join())).toBe(
    "You can list at most 30 places",
  );
  expect(refusal("x".repeat(61))).toBe("Please use at most 60 characters a place");
  expect(refusal("", "x".repeat(101))).toBe("Please use at most 100 characters");
});
