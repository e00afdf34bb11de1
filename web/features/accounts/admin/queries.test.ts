import { expect, it } from "vitest";
import { USERS_PAGE } from "./queries.ts";

it("shows twenty users a page (spec 2 section 9)", () => {
  expect(USERS_PAGE).toBe(20);
});
