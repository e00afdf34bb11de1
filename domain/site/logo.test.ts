import { expect, it } from "vitest";
import { logoRefusal } from "./logo.ts";

it.each([
  ["image/gif", 1, "Please choose a PNG, JPEG or WEBP picture."],
  ["image/png", 0, "This file is empty. Please choose another picture."],
  ["image/png", 2 * 1024 * 1024 + 1, "Please choose a picture smaller than 2MB."],
  ["image/webp", 2 * 1024 * 1024, null],
])("a file of type %s and %i bytes is refused as a logo with %j", (type, size, refusal) => {
  expect(logoRefusal({ type, size })).toBe(refusal);
});
