import { describe, expect, it } from "vitest";
import {
  dayAhead,
  daysUntil,
  formatDay,
  formatMoment,
  formatMonth,
  formatPaddedDay,
  formatReplyDay,
  formatTimeOrMoment,
  formatUnbrokenDay,
  timeAgo,
} from "./dates.ts";

describe("dates", () => {
  it("are British, in British time", () => {
    expect(formatDay("2026-01-05T10:00:00Z")).toBe("5 Jan 2026");
    expect(formatDay("2026-09-30T23:30:00Z")).toBe("1 Oct 2026");
    expect(formatDay("2026-09-15T12:00:00Z")).toBe("15 Sep 2026");
    expect(formatUnbrokenDay("2026-09-15T12:00:00Z")).toBe("15\u00a0Sep\u00a02026");
    expect(formatMoment("2026-01-05T10:05:00Z")).toBe("5 Jan 2026, 10:05");
    expect(formatPaddedDay("2026-09-05T12:00:00Z")).toBe("05 Sep 2026");
    expect(formatPaddedDay("2026-09-15T12:00:00Z")).toBe("15 Sep 2026");
    expect(formatReplyDay("2026-01-05T10:00:00Z")).toBe("Jan 5, 2026");
    expect(formatMonth("2026-01-05T10:00:00Z")).toBe("January 2026");
  });

  it("of today are a time, in British time", () => {
    const at = "2026-06-01T13:02:00Z";
    expect(formatTimeOrMoment(at, "2026-06-01T22:30:00Z")).toBe("14:02");
    expect(formatTimeOrMoment(at, "2026-06-01T23:30:00Z")).toBe("1 Jun 2026, 14:02");
  });

  it("count whole days", () => {
    expect(daysUntil("2026-11-30T01:00:00Z", "2026-11-20T23:00:00Z")).toBe(10);
    // Summer time begins on 29 March: the day has 23 hours, and still counts as one day.
    expect(daysUntil("2026-03-30T00:30:00+01:00", "2026-03-28T23:30:00Z")).toBe(2);
    expect(daysUntil("2026-06-01T23:30:00Z", "2026-06-01T12:00:00Z")).toBe(1);
    expect(daysUntil("2026-11-19T12:00:00Z", "2026-11-20T12:00:00Z")).toBe(-1);
  });

  it("are counted ahead by British days", () => {
    expect(dayAhead(0, "2026-06-01T23:30:00Z")).toBe("2026-06-02");
    // Winter time begins on 25 October.
    expect(dayAhead(30, "2026-10-01T23:30:00Z")).toBe("2026-11-01");
    expect(dayAhead(1, "2026-12-31T12:00:00Z")).toBe("2027-01-01");
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
});
