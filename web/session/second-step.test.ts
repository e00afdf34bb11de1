import { expect, it } from "vitest";
import { owesSecondStep } from "./second-step.ts";

const token = (claims: object) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.x`;
const factor = (status: "verified" | "unverified") =>
  ({ factors: [{ status }] }) as Parameters<typeof owesSecondStep>[0];

it.each([
  ["is owed below aal2", factor("verified"), token({ aal: "aal1", name: "~~~???" }), true],
  ["is done at aal2", factor("verified"), token({ aal: "aal2" }), false],
  ["is not asked for an enrolment that was never finished", factor("unverified"), token({}), false],
  ["is not asked of who has no factor", {}, token({ aal: "aal1" }), false],
  ["is owed with a token that cannot be read", factor("verified"), "nonsense", true],
  ["is owed without a token", factor("verified"), undefined, true],
])("the second step %s", (_what, user, accessToken, owed) => {
  expect(owesSecondStep(user, accessToken)).toBe(owed);
});
