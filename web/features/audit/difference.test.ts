import { expect, it } from "vitest";
import { actLabel, differences, doneLabel, targetLabel } from "./difference.ts";

it("the differences of two states are the fields that changed, in words", () => {
  expect(
    differences(
      { first_name: "Ann", is_active: true, categories: ["IT"], updated_at: "1" },
      { first_name: "Ann", is_active: false, categories: ["IT", "Legal"], updated_at: "2" },
    ),
  ).toEqual([
    { field: "Is active", before: "Yes", after: "No" },
    { field: "Categories", before: "IT", after: "IT, Legal" },
  ]);
});

it("the differences of two states of a new or removed item contain nothing else", () => {
  expect(differences(null, { name: "Plumber", note: "" })).toEqual([
    { field: "Name", before: null, after: "Plumber" },
  ]);
  expect(differences({ links: { web: "x" } }, null)).toEqual([
    { field: "Links", before: '{"web":"x"}', after: null },
  ]);
  expect(differences("at once", "after approval")).toEqual([
    { field: "Value", before: "at once", after: "after approval" },
  ]);
});

it("says an act as people do", () => {
  expect(actLabel("switch is_visible", { is_visible: false })).toBe("Hide");
  expect(actLabel("switch is_active", { is_active: true })).toBe("Activate");
  expect(actLabel("switch is_active")).toBe("Activate or deactivate");
  expect(actLabel("update", null)).toBe("Change");
  expect(actLabel("close_job")).toBe("Close job");
});

it.each([
  ["update", undefined, "Changed"],
  ["insert", undefined, "Added"],
  ["switch is_visible", { is_visible: false }, "Hid"],
  ["switch is_visible", { is_visible: true }, "Showed"],
  ["switch is_active", { is_active: false }, "Deactivated"],
  ["run task", undefined, "Ran task"],
  ["send waiting mail", undefined, "Sent waiting mail"],
  ["close job", undefined, "Closed job"],
  ["set email", undefined, "Set email"],
  ["merge", undefined, "Merged category"],
  ["first admin", undefined, "Created first admin"],
])("an entry of %j with %j begins with %j", (action, after, words) => {
  expect(doneLabel(action, after)).toBe(words);
});

it("names a moderator's decision on feedback, which is a change of its row", () => {
  const before = { moderated_at: null, approved: false };
  const moderated_at = "2026-11-26T10:00:00Z";
  expect(doneLabel("update", { moderated_at, approved: true }, before)).toBe("Approved feedback");
  expect(doneLabel("update", { moderated_at, approved: false }, before)).toBe("Hid feedback");
  expect(doneLabel("update", { ...before, title: "New" }, before)).toBe("Changed");
});

it.each([
  ["update", "feedback", "The list", "“The list”"],
  ["update", "businesses", "Redcourse Building", "Redcourse Building"],
  ["approve claim", "business_claims", null, ""],
  ["update", "categories", null, "Categories"],
  ["update", "site_settings", "support_email", "Support email"],
])("an entry of %j in %s, named %j, is about %j", (action, target_table, target_label, words) => {
  expect(targetLabel({ action, target_table, target_label })).toBe(words);
});
