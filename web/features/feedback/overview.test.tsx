import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { readFeedbackFilters } from "./filters.ts";
import { Overview } from "./overview.tsx";

it.each([
  [4, false],
  [5, true],
])("shows the average of %d verified hires: %s", (total, shown) => {
  const summary = {
    total: 9,
    counts: [],
    verified: { average: 4.25, total },
    invited: 0,
    requests: 0,
  };
  const filters = readFeedbackFilters(new URLSearchParams());
  const html = draw(<Overview providerId="1" average={4.5} summary={summary} filters={filters} />);
  expect(html).toContain("4.5");
  expect(html.includes("Verified hires")).toBe(shown);
  expect(html.includes("4.3")).toBe(shown);
});
