import { expect, it } from "vitest";
import { CHOICES, CONSENT_WORDING, isTopic, topicsFor } from "./notifications.ts";

it("shows each role its own switch beside those of every account", () => {
  expect(topicsFor("provider")).toEqual(["email", "job_alerts", "marketing"]);
  expect(topicsFor("client")).toEqual(["email", "provider_updates", "marketing"]);
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
