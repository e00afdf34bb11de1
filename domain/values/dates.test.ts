import { expect, it } from "vitest";
import {
  addDays,
  addYears,
  dayAhead,
  dayOf,
  daysBetween,
  daysUntil,
  formatDay,
  formatLongDay,
  formatLongMoment,
  formatMoment,
  formatMonth,
  formatPaddedDay,
  formatReplyDay,
  formatTimeOrMoment,
  formatUnbrokenDay,
  timeAgo,
} from "./dates.ts";

it("dates are British, in British time", () => {
  expect(formatDay("2026-01-05T10:00:00Z")).toBe("5 Jan 2026");
  expect(formatDay("2026-09-30T23:30:00Z")).toBe("1 Oct 2026");
  expect(formatDay("2026-09-15T12:00:00Z")).toBe("15 Sep 2026");
  expect(formatUnbrokenDay("2026-09-15T12:00:00Z")).toBe("15\u00a0Sep\u00a02026");
  expect(formatMoment("2026-01-05T10:05:00Z")).toBe("5 Jan 2026, 10:05");
  expect(formatLongDay("2026-09-05T10:05:00Z")).toBe("5 September 2026");
  expect(formatLongMoment("2026-09-05T10:05:00Z")).toBe("5 September 2026 at 11:05");
  expect(formatPaddedDay("2026-09-05T12:00:00Z")).toBe("05 Sep 2026");
  expect(formatPaddedDay("2026-09-15T12:00:00Z")).toBe("15 Sep 2026");
  expect(formatReplyDay("2026-01-05T10:00:00Z")).toBe("Jan 5, 2026");
  expect(formatMonth("2026-01-05T10:00:00Z")).toBe("January 2026");
});

it("dates of today are a time, in British time", () => {
  const at = "2026-06-01T13:02:00Z";
  expect(formatTimeOrMoment(at, "2026-06-01T22:30:00Z")).toBe("14:02");
  expect(formatTimeOrMoment(at, "2026-06-01T23:30:00Z")).toBe("1 Jun 2026, 14:02");
});

it("dates count whole days", () => {
  expect(daysUntil("2026-11-30T01:00:00Z", "2026-11-20T23:00:00Z")).toBe(10);
  // Summer time begins on 29 March: the day has 23 hours, and still counts as one day.
  expect(daysUntil("2026-03-30T00:30:00+01:00", "2026-03-28T23:30:00Z")).toBe(2);
  expect(daysUntil("2026-06-01T23:30:00Z", "2026-06-01T12:00:00Z")).toBe(1);
  expect(daysUntil("2026-11-19T12:00:00Z", "2026-11-20T12:00:00Z")).toBe(-1);
});

it("dates are counted ahead by British days", () => {
  expect(dayAhead(0, "2026-06-01T23:30:00Z")).toBe("2026-06-02");
  // Winter time begins on 25 October.
  expect(dayAhead(30, "2026-10-01T23:30:00Z")).toBe("2026-11-01");
  expect(dayAhead(1, "2026-12-31T12:00:00Z")).toBe("2027-01-01");
});

it.each([
  // Summer time begins on 28 March 2027 at 01:00 and ends on 31 October 2027 at 02:00.
  ["2027-03-27T23:59:59Z", "2027-03-27"],
  ["2027-03-28T00:00:00Z", "2027-03-28"],
  ["2027-03-28T22:59:59Z", "2027-03-28"],
  ["2027-03-28T23:00:00Z", "2027-03-29"],
  ["2027-10-30T22:59:59Z", "2027-10-30"],
  ["2027-10-30T23:30:00Z", "2027-10-31"],
  ["2027-10-31T23:59:59Z", "2027-10-31"],
  ["2027-11-01T00:00:00Z", "2027-11-01"],
  ["2027-07-01T23:30:00Z", "2027-07-02"],
  ["2028-02-29T12:00:00Z", "2028-02-29"],
  ["2027-12-31T23:59:59Z", "2027-12-31"],
  ["2027-11-30T23:59:59+00:00", "2027-11-30"],
  // A membership that ends half an hour after midnight in summer.
  ["2027-06-30T23:30:00+00:00", "2027-07-01"],
  ["2027-07-01T00:30:00+01:00", "2027-07-01"],
  // The hour that is left out, and the hour that comes twice.
  ["2027-03-28T00:59:59Z", "2027-03-28"],
  ["2027-03-28T01:00:00Z", "2027-03-28"],
  ["2027-10-31T00:30:00Z", "2027-10-31"],
  ["2027-10-31T01:30:00Z", "2027-10-31"],
  ["2028-02-28T23:59:59Z", "2028-02-28"],
  ["2028-02-29T23:59:59Z", "2028-02-29"],
  ["2028-03-01T00:00:00Z", "2028-03-01"],
])("%s is on %s in Britain, as every screen and file says", (moment, day) => {
  expect(dayOf(moment)).toBe(day);
  for (const format of [formatDay, formatPaddedDay, formatUnbrokenDay, formatLongDay])
    expect(format(moment)).toBe(format(`${day}T12:00:00Z`));
  expect(formatLongMoment(moment).split(" at ")[0]).toBe(formatLongDay(moment));
  expect(formatMoment(moment).split(", ")[0]).toBe(formatDay(moment));
});

it.each([
  ["2027-11-30", 1, "2028-11-30"],
  ["2026-11-30", 1, "2027-11-30"],
  ["2027-02-28", 1, "2028-02-28"],
  ["2028-02-29", 1, "2029-02-28"],
  ["2028-02-29", 4, "2032-02-29"],
  ["2099-12-31", 1, "2100-12-31"],
  ["2096-02-29", 4, "2100-02-28"],
  ["2027-03-28", 5, "2032-03-28"],
])("%s and %i years is %s", (day, years, then) => expect(addYears(day, years)).toBe(then));

it("dates are added and counted without regard to clock changes and leap days", () => {
  expect(addDays("2027-03-27", 2)).toBe("2027-03-29");
  expect(addDays("2027-10-30", 2)).toBe("2027-11-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
  expect(daysBetween("2027-03-01", "2027-04-01")).toBe(31);
  expect(daysBetween("2027-10-01", "2027-11-01")).toBe(31);
  expect(daysBetween("2028-02-01", "2028-03-01")).toBe(29);
});

it.each([
  ["2026-11-20T11:30:00Z", "Less than an hour ago"],
  ["2026-11-20T12:30:00Z", "Less than an hour ago"],
  ["2026-11-20T11:00:00Z", "1 hour ago"],
  ["2026-11-20T01:00:00Z", "11 hours ago"],
  ["2026-11-19T12:00:00Z", "1 day ago"],
  ["2026-11-10T12:00:00Z", "10 days ago"],
])("%s is %s", (moment, words) => {
  expect(timeAgo(moment, "2026-11-20T12:00:00Z")).toBe(words);
});
