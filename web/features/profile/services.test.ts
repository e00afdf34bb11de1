import { describe, expect, it } from "vitest";
import { MOST_SERVICES, servicesOf, withService } from "./services.ts";

it("reads stored services of any shape", () => {
  expect(servicesOf(null)).toEqual([]);
  expect(servicesOf({ name: "x" })).toEqual([]);
  expect(servicesOf([null, 7, { name: " " }, { name: " Tiling ", category: 3 }])).toEqual([
    { name: "Tiling", category: "" },
  ]);
});

describe("withService", () => {
  const one = [{ name: "Tiling", category: "Construction/Trade" }];
  it("adds a trimmed name and keeps the others as they are", () => {
    expect(withService(one, "  Wall   tiling ")).toEqual([
      ...one,
      { name: "Wall tiling", category: "" },
    ]);
  });
  it.each([
    ["  ", "Please enter a service"],
    ["TILING", "You have already added this service"],
    ["x".repeat(81), "Please use at most 80 characters"],
  ])("refuses %j", (typed, why) => {
    expect(withService(one, typed)).toBe(why);
  });
  it("stops where the database stops", () => {
    const full = Array.from({ length: MOST_SERVICES }, (_, i) => ({ name: `s${i}`, category: "" }));
    expect(withService(full, "one more")).toBe("You can list at most 60 services");
  });
});
