import { expect, it } from "vitest";
import {
  CHOICES,
  CONSENT_WORDING,
  hintOf,
  isTopic,
  securityAlertsHint,
  topicsFor,
} from "./notifications.ts";

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

it("says what a switch is for in the words of the role", () => {
  expect(hintOf("email", "provider")).toContain("enquiries");
  expect(hintOf("email", "client")).not.toContain("job alerts");
  expect(hintOf("email", "admin")).not.toMatch(/messages|feedback|quote/i);
  expect(hintOf("marketing", "client")).toBe(CHOICES.marketing.hint);
});

it("speaks of payments to those who pay", () => {
  expect(securityAlertsHint("provider")).toContain("payments");
  for (const type of ["client", "admin", null])
    expect(securityAlertsHint(type)).not.toContain("pay");
});
