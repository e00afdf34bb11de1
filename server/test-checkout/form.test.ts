import { expect, it } from "vitest";
import { decodeForm, formIn, textIn, textsOf } from "./form.ts";
import { addMonths } from "./things.ts";

it("reads what the official library writes", () => {
  const form = decodeForm(
    "mode=subscription&line_items[0][price]=p&metadata[a%20b]=1&metadata[c]=",
  );
  expect(textIn(form, "mode")).toBe("subscription");
  expect(textIn(formIn(formIn(form, "line_items"), "0"), "price")).toBe("p");
  expect(textsOf(formIn(form, "metadata"))).toEqual({ "a b": "1", c: "" });
  expect(textIn(form, "metadata")).toBeNull();
});

it("makes nothing of names that reach for prototypes", () => {
  const form = decodeForm("__proto__[polluted]=1&constructor[prototype][polluted]=1");
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(textIn(form, "polluted")).toBeNull();
});

it.each(["a[b=1", "[a]=1", "a[]=1", "a=1&a[b]=2", "a[b]=2&a=1", "a[b][c][d][e][f][g]=1"])(
  "refuses %s",
  (body) => expect(() => decodeForm(body)).toThrow(),
);

it.each([
  ["2026-01-31T10:00:00Z", 1, "2026-02-28T10:00:00Z"],
  ["2026-01-31T10:00:00Z", 2, "2026-03-31T10:00:00Z"],
  ["2028-02-29T23:59:59Z", 12, "2029-02-28T23:59:59Z"],
  ["2026-12-15T00:00:00Z", 1, "2027-01-15T00:00:00Z"],
])("%s and %i months", (from, months, to) => {
  expect(addMonths(Date.parse(from) / 1000, months)).toBe(Date.parse(to) / 1000);
});
