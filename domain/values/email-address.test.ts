import { expect, it } from "vitest";
import { isEmailAddress } from "./email-address.ts";

it.each(["a@b.co", "o'brien+jobs@mail.example.co.uk"])("takes %s", (address) =>
  expect(isEmailAddress(address)).toBe(true),
);
it.each([
  "",
  "a",
  "a@b",
  "a@b.c",
  "a b@c.de",
  "a@@b.co",
  "a@b..co",
  "@b.co",
  "<a@b.co>",
  "a@b.co,uk",
  "a,b@c.de",
  "a@-b.co",
  "a@b.c0,",
  "zoë@b.co",
  `${"a".repeat(200)}@b.co`,
])("refuses %j", (address) => expect(isEmailAddress(address)).toBe(false));
