import { expect, it } from "vitest";
import { feedbackSchema, mayGiveFeedback } from "./feedback.ts";

it.each([
  ["a visitor, who logs in first", null, true],
  ["a person", { userId: "one", given: null, opensAt: null }, true],
  ["a person a second time", { userId: "one", given: "public", opensAt: null }, false],
  ["the provider", { userId: "provider", given: null, opensAt: null }, false],
  ["a person before the work", { userId: "one", given: null, opensAt: "2026-12-01" }, false],
])("offers the feedback form, or not, to %s", (_who, viewer, offered) => {
  expect(mayGiveFeedback(viewer, "provider")).toBe(offered);
});

it.each([
  ["stars", { rating: 0 }, "Please select a rating"],
  ["more than five stars", { rating: 6 }, "Please select a rating"],
  ["a title", { title: " " }, "Title is required"],
])("refuses feedback for its %s", (_what, change, message) => {
  const feedback = { rating: 4, title: "Good", description: "" };
  expect(feedbackSchema.safeParse(feedback).success).toBe(true);
  const refused = feedbackSchema.safeParse({ ...feedback, ...change });
  expect(refused.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
