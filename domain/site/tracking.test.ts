import { expect, it } from "vitest";
import { withoutTracking } from "./tracking.ts";

it("removes the tracking that other sites add to a link, and nothing else", () => {
  expect(withoutTracking("?service=plumber&utm_source=x&page=2&fbclid=abc")).toBe(
    "?service=plumber&page=2",
  );
  expect(withoutTracking("?gclid=1&utm_campaign")).toBe("");
  expect(withoutTracking("")).toBe("");
  for (const own of ["?service=utm_x", "?q=a+b%20c&x=&x=1", "?fbclid2=1", "?my_utm_source=1"]) {
    expect(withoutTracking(own)).toBe(own);
  }
});
