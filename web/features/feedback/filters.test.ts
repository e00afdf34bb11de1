import { expect, it } from "vitest";
import { feedbackPath, readFeedbackFilters } from "./filters.ts";

const read = (query: string) => readFeedbackFilters(new URLSearchParams(query));

it("reads what it wrote", () => {
  const filters = { order: "lowest", stars: 2, verified: true, page: 3 } as const;
  const path = feedbackPath("id", filters);
  expect(path).toBe("/directory/id?tab=feedback&order=lowest&stars=2&verified=yes&page=3");
  expect(read(path.split("?")[1] ?? "")).toEqual(filters);
  expect(feedbackPath("id", read(""))).toBe("/directory/id?tab=feedback");
});

it.each([
  "order=constructor&stars=0&page=-1",
  "order=&stars=6&verified=1&page=1.5",
  "stars=four&page=501",
  "stars=1e0&page=Infinity",
])("treats %s as no choice", (query) => {
  const { stars, ...rest } = read(query);
  expect(rest).toEqual({ order: "newest", verified: false, page: 1 });
  expect([null, 1]).toContain(stars);
});
