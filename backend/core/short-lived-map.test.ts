import { expect, it } from "vitest";
import { createShortLivedMap } from "./short-lived-map.ts";

it("has the newest value of a key until that one is removed", () => {
  const map = createShortLivedMap<string, object>();
  const [first, second] = [{}, {}];
  map.set("a", first);
  map.set("a", second);
  map.delete("a", first);
  expect(map.get("a")).toBe(second);
  map.delete("a", second);
  expect(map.get("a")).toBeNull();
});
