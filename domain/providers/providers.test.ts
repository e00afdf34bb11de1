import { describe, expect, it } from "vitest";
import { displayName, socialLinks } from "./providers.ts";

describe("providers", () => {
  it("go by the business, else the person", () => {
    expect(displayName({ business_name: "Lee Sparks", name: "Ann Lee" })).toBe("Lee Sparks");
    expect(displayName({ business_name: "", name: "Ann Lee" })).toBe("Ann Lee");
  });

  it.each([null, undefined, "x", 1, ["https://a.example"]])("have no links in %j", (stored) => {
    expect(socialLinks(stored)).toEqual([]);
  });

  it("never give a script as a link", () => {
    expect(
      socialLinks({
        website: "https://a.example",
        twitter: "javascript:alert(1)",
        linkedin: "",
        x: 4,
      }),
    ).toEqual([{ network: "website", url: "https://a.example" }]);
  });
});
