import { expect, it } from "vitest";
import {
  amountInWords,
  amountText,
  axisText,
  changeInWords,
  daysOf,
  FIGURES,
  type FigureId,
  isUnderWay,
  periodMark,
  periodText,
  readSpan,
  type Step,
} from "./statistics.ts";

const figure = (wanted: FigureId) => {
  const found = FIGURES.find(({ id }) => id === wanted);
  if (!found) throw new Error(wanted);
  return found;
};

it.each([
  ["", { id: "30d" }],
  ["?range=12w", { id: "12w" }],
  ["?range=99y", { id: "30d" }],
  ["?from=2026-01-01&to=2026-02-01", { id: "days", from: "2026-01-01", to: "2026-02-01" }],
  // The database reports dates in the wrong order.
  ["?from=2026-03-01&to=2026-02-01", { id: "days", from: "2026-03-01", to: "2026-02-01" }],
  ["?from=2026-01-01", { id: "30d" }],
  ["?from=2026-13-45&to=2026-02-01&range=7d", { id: "7d" }],
  ["?from=x&to=' or 1=1", { id: "30d" }],
])("the address %j requests %j", (query, span) => {
  expect(readSpan(new URLSearchParams(query))).toEqual(span);
});

it.each([
  ["jobs", 1234, "1,234", "1,234 jobs", "1,234"],
  ["jobs", 1, "1", "1 job", "1"],
  ["sign_ups", 15_000, "15,000", "15,000 sign-ups", "15k"],
  ["feedback", 1_250_000, "1,250,000", "1,250,000 items", "1.3m"],
  ["revenue", 123_400, "£1,234.00", "£1,234.00", "£1,234"],
  ["revenue", 200_000, "£2,000.00", "£2,000.00", "£2,000"],
  ["revenue", -200, "-£2.00", "-£2.00", "-£2"],
  ["revenue", 2_500_000, "£25,000.00", "£25,000.00", "£25k"],
] as const)("%s of %i are %s, %s and on an axis %s", (id, amount, text, words, axis) => {
  expect(amountText(figure(id), amount)).toBe(text);
  expect(amountInWords(figure(id), amount)).toBe(words);
  expect(axisText(figure(id), amount)).toBe(axis);
});

it.each([
  ["day", "2026-11-02", "2026-11-02", "2 Nov 2026", "2 Nov"],
  ["week", "2026-11-09", "2026-11-15", "9 Nov to 15 Nov 2026", "9 Nov"],
  ["week", "2025-12-29", "2026-01-04", "29 Dec 2025 to 4 Jan 2026", "29 Dec"],
  ["month", "2026-09-01", "2026-09-30", "September 2026", "Sep ’26"],
  ["month", "2026-11-01", "2026-11-21", "1 Nov to 21 Nov 2026", "Nov ’26"],
  ["month", "2026-07-15", "2026-07-31", "15 Jul to 31 Jul 2026", "Jul ’26"],
] as const)("a %s from %s to %s is %s", (step, from, to, text, mark) => {
  expect(periodText({ from, to }, step)).toBe(text);
  expect(periodMark({ from, to }, step)).toBe(mark);
});

it.each([
  ["day", "2026-11-21", true],
  ["day", "2026-11-20", false],
  ["week", "2026-11-21", true],
  ["month", "2026-11-21", true],
] as [Step, string, boolean][])("a %s that ends on %s continues: %s", (step, to, goesOn) => {
  expect(isUnderWay({ from: "2026-11-01", to }, step, "2026-11-21")).toBe(goesOn);
});

it("periods count their days, also where the clocks change", () => {
  expect(daysOf({ from: "2026-03-28", to: "2026-03-30" })).toBe(3);
  expect(daysOf({ from: "2026-10-25", to: "2026-10-25" })).toBe(1);
});

it.each([
  ["jobs", 24, 20, 30, "+20% on the 30 days before"],
  ["jobs", 10, 20, 7, "-50% on the 7 days before"],
  ["jobs", 57, 19, 30, "Up from 19 in the 30 days before"],
  ["revenue", 1500, 1000, 30, "+50% on the 30 days before"],
  ["jobs", 10, 10, 1, "The same as the day before"],
  ["jobs", 4, 0, 30, "None in the 30 days before"],
  ["revenue", 0, 0, 30, "The same as in the 30 days before"],
  ["jobs", 1001, 1000, 30, "About the same as in the 30 days before"],
  ["revenue", 500, -100, 30, "Up from -£1.00 in the 30 days before"],
  ["members", 12, 10, 362, "Up from 10 at the end of the period before"],
  ["jobs", 24, 20, 362, "+20% on the period before"],
  ["members", 8, 10, 1, "Down from 10 at the end of the day before"],
] as const)("%s of %i after %i in %i days: %s", (id, total, previous, days, words) => {
  expect(changeInWords(figure(id), { total, previous }, days)).toBe(words);
});
