import { expect, it } from "vitest";
import { mayGiveFeedback } from "./feedback.ts";

it.each([
  ["a visitor, who logs in first", null, true],
  ["a person", { userId: "one", reviewed: false }, true],
  ["a person a second time", { userId: "one", reviewed: true }, false],
  ["the provider", { userId: "provider", reviewed: false }, false],
])("offers the feedback form, or not, to %s", (_who, viewer, offered) => {
  expect(mayGiveFeedback(viewer, "provider")).toBe(offered);
});
