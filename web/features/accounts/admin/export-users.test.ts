import { expect, it } from "vitest";
import { formatDay } from "#domain/values/dates.ts";
import { type ExportedAccount, lineOf } from "./export-users.ts";

const user = {
  first_name: "Ann",
  last_name: "Volt",
  business_name: null,
  email: "ann@example.com",
  account_type: "client",
  location: null,
  phone_number: null,
  vat_number: "GB123456789",
  categories: [],
  is_active: true,
  is_visible: true,
  id: "1",
} as unknown as ExportedAccount;

it("has the day on which somebody joined as the list shows it, in British time", () => {
  const created_at = "2027-06-30T23:30:00Z";
  expect(lineOf({ ...user, created_at }, "Solutionz")).toContain(",2027-07-01,");
  expect(lineOf({ ...user, created_at }, "Solutionz")).toContain(",GB123456789,");
  expect(formatDay(created_at)).toBe("1 Jul 2027");
});
