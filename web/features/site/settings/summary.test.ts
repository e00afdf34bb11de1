import { expect, it } from "vitest";
import { summary } from "./summary.ts";

it("shows a list one entry after the other, without empty values", () => {
  const plans = [
    { id: "yearly", name: "Gold", description: "", pence: 2500, offered: true },
    { id: "monthly", name: "", description: "", pence: 299, offered: false },
  ];
  expect(summary(plans)).toBe(
    "id: yearly, name: Gold, pence: 2500, offered: true; id: monthly, pence: 299, offered: false",
  );
});

it("names the original, and what is empty", () => {
  expect(summary(null)).toBe("The original");
  expect(summary(" ")).toBe("Empty");
  expect(summary({ name: "", number: "" })).toBe("Empty");
});
