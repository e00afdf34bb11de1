import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { LISTED } from "#tests/examples/listed-provider.ts";
import { SavedArea } from "./saved.tsx";

const price = { price_pence: 42_00, price_unit: "hour" };
const listed = { ...LISTED, ...price, rating_average: 4.8, rating_count: 1 };

const shown = (area: Parameters<typeof SavedArea>[0]) => draw(<SavedArea {...area} />);

const textOf = (providers: Parameters<typeof SavedArea>[0]["providers"]) =>
  shown({ userId: "me", provider: false, providers, jobs: null }).replace(/<[^>]+>/g, " ");

it("says what a saved professional costs and how many reviews they have, and leads to others", () => {
  const saved = { id: "1" };
  const text = textOf([{ ...saved, listed }]);
  expect(text).toMatch(/from\s+£42 an hour/);
  expect(text).toMatch(/4\.8\s+\(1\s+review\b/);
  expect(text).toContain("Find more professionals");
  expect(textOf([{ ...saved, listed: null }])).not.toContain("review");
  expect(textOf([])).not.toContain("Find more professionals");
});

it("has sub-tabs for providers only", () => {
  const tabsOf = (provider: boolean) =>
    [
      ...shown({ userId: "me", provider, providers: [], jobs: [] }).matchAll(
        /role="tab".*?>([^<]+)</g,
      ),
    ].map((tab) => tab[1]);
  expect(tabsOf(true)).toEqual(["Saved Professionals", "Saved Jobs"]);
  expect(tabsOf(false)).toEqual([]);
});
