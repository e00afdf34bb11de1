import { expect, it } from "vitest";
import { displayName, socialLinks } from "./providers.ts";

it("providers go by the business, else the person", () => {
  expect(displayName({ business_name: "Lee Sparks", name: "Ann Lee" })).toBe("Lee Sparks");
  expect(displayName({ business_name: "", name: "Ann Lee" })).toBe("Ann Lee");
});

it.each([null, undefined, "x", 1, ["https://a.example"]])(
  "providers have no links in %j",
  (stored) => {
    expect(socialLinks(stored)).toEqual([]);
  },
);

it("providers never give a script as a link", () => {
  expect(
    socialLinks({
      website: "https://a.example",
      twitter: "javascript:alert(1)",
      linkedin: "",
      x: 4,
    }),
  ).toEqual([{ network: "website", url: "https://a.example" }]);
});
