import { expect, it } from "vitest";
import { CHOICES, CONSENT_WORDING, isTopic, TOPICS, topicsFor } from "./notifications.ts";

it("shows seekers and providers every switch, and an admin those of an account", () => {
  expect(topicsFor("provider")).toEqual([...TOPICS]);
  expect(topicsFor("client")).toEqual([...TOPICS]);
  for (const type of ["admin", null, undefined]) {
    expect(topicsFor(type)).toEqual(["email", "marketing"]);
  }
});

it("accepts no other topic, in particular not the one that cannot be switched off", () => {
  for (const other of ["account", "", "toString", null, undefined, 1]) {
    expect(isTopic(other)).toBe(false);
  }
});

it("asks for marketing consent in the words beside its switch", () => {
  const { label, hint } = CHOICES.marketing;
  expect(CONSENT_WORDING.marketing.toLowerCase()).toBe(`${label}: ${hint}`.toLowerCase());
});
