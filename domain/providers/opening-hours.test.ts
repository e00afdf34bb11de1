import { expect, it } from "vitest";
import {
  formatDayHours,
  formatDays,
  formatTime,
  groupDays,
  type Hours,
  hoursOf,
  minuteOfWeek,
  openSpans,
  openStates,
} from "./opening-hours.ts";
import { hoursForm, hoursFrom, hoursValues } from "./opening-hours-form.ts";

const WEEK: Hours = {
  mon: { opens: "08:00", closes: "17:30" },
  tue: { opens: "08:00", closes: "17:30" },
  wed: { opens: "08:00", closes: "17:30" },
  thu: { opens: "08:00", closes: "17:30" },
  fri: { opens: "18:00", closes: "02:00" },
  sat: "appointment",
  sun: "closed",
};
const at = (moment: string, hours: Hours = WEEK) => {
  const minute = minuteOfWeek(new Date(moment));
  const state = openStates(hours).findLast(({ from }) => from <= minute);
  return state ? `${state.open ? "open" : "closed"} ${state.detail}`.trim() : null;
};

it.each([
  // Winter: clocks show UTC.
  ["2026-01-05T07:59:00Z", "closed opens 8am"],
  ["2026-01-05T08:00:00Z", "open until 5:30pm"],
  ["2026-01-05T17:29:59Z", "open until 5:30pm"],
  ["2026-01-05T17:30:00Z", "closed opens tomorrow 8am"],
  // Summer: clocks are an hour ahead of UTC.
  ["2026-07-06T06:59:00Z", "closed opens 8am"],
  ["2026-07-06T07:00:00Z", "open until 5:30pm"],
  ["2026-07-06T16:30:00Z", "closed opens tomorrow 8am"],
  // Friday's evening ends on Saturday, and Monday comes after the weekend.
  ["2026-01-09T23:30:00Z", "open until 2am"],
  ["2026-01-10T01:59:00Z", "open until 2am"],
  ["2026-01-10T02:00:00Z", "closed opens Monday 8am"],
  ["2026-01-11T12:00:00Z", "closed opens tomorrow 8am"],
  // Sunday 23:30 UTC is Monday 00:30 in summer.
  ["2026-07-05T23:30:00Z", "closed opens 8am"],
])("at %s: %s", (moment, expected) => expect(at(moment)).toBe(expected));

const NIGHT: Hours = { sat: { opens: "22:00", closes: "01:30" } };
it.each([
  // 29 March 2026: 01:00 becomes 02:00, so the night is an hour shorter.
  ["2026-03-29T00:59:00Z", "open until 1:30am"],
  ["2026-03-29T01:00:00Z", "closed opens Saturday 10pm"],
  // 25 October 2026: 02:00 becomes 01:00, so half past one happens twice.
  ["2026-10-25T00:29:00Z", "open until 1:30am"],
  ["2026-10-25T00:30:00Z", "closed opens Saturday 10pm"],
  ["2026-10-25T01:29:00Z", "open until 1:30am"],
  ["2026-10-25T01:30:00Z", "closed opens Saturday 10pm"],
])("when the clocks change, at %s: %s", (moment, expected) =>
  expect(at(moment, NIGHT)).toBe(expected),
);

it("recognises whole days, days that open once a week, and days without hours", () => {
  const always: Hours = { mon: { opens: "00:00", closes: "00:00" } };
  expect(at("2026-01-05T00:00:00Z", always)).toBe("open");
  expect(at("2026-01-05T23:59:00Z", always)).toBe("open");
  expect(at("2026-01-06T00:00:00Z", always)).toBe("closed opens Monday midnight");
  expect(at("2026-01-05T18:00:00Z", { mon: { opens: "08:00", closes: "17:00" } })).toBe(
    "closed opens Monday 8am",
  );
  expect(at("2026-01-05T12:00:00Z", { mon: "appointment", tue: "closed" })).toBeNull();
  expect(at("2026-01-05T12:00:00Z", {})).toBeNull();
});

it("lists each state of a week once, from its first minute", () => {
  const states = openStates(WEEK).map(
    ({ from, open, detail }) =>
      `${Math.floor(from / 1440)} ${Math.floor((from % 1440) / 60)}:${from % 60} ${open ? "open" : "closed"} ${detail}`,
  );
  expect(states.slice(0, 4)).toEqual([
    "0 0:0 closed opens 8am",
    "0 8:0 open until 5:30pm",
    "0 17:30 closed opens tomorrow 8am",
    "1 0:0 closed opens 8am",
  ]);
  expect(states.slice(-4)).toEqual([
    "4 0:0 closed opens 6pm",
    "4 18:0 open until 2am",
    "5 2:0 closed opens Monday 8am",
    "6 0:0 closed opens tomorrow 8am",
  ]);
  expect(openStates({ sat: "appointment" })).toEqual([]);
});

it("says times, days and weeks as people do", () => {
  const times = ["00:00", "00:05", "09:00", "12:00", "12:30", "17:45"].map(formatTime);
  expect(times.join(", ")).toBe("midnight, 12:05am, 9am, midday, 12:30pm, 5:45pm");
  expect(
    groupDays(WEEK).map(({ days, day }) => `${formatDays(days)}: ${formatDayHours(day)}`),
  ).toEqual([
    "Monday to Thursday: 8am to 5:30pm",
    "Friday: 6pm to 2am",
    "Saturday: By appointment",
    "Sunday: Closed",
  ]);
  const gap: Hours = { mon: "closed", wed: "closed", thu: "closed" };
  const [first, ...others] = groupDays(gap).map(({ days }) => formatDays(days));
  expect([first, others]).toEqual(["Monday", ["Wednesday and Thursday"]]);
  expect(formatDayHours({ opens: "00:00", closes: "00:00" })).toBe("Open 24 hours");
});

it("survives being written to the form and read back", () => {
  expect(hoursFrom(hoursForm.parse(hoursValues(WEEK)))).toEqual(WEEK);
  expect(hoursFrom(hoursValues({}))).toEqual({});
  expect(hoursOf(WEEK)).toEqual(WEEK);
  for (const other of [null, [], "x", { mon: "sometimes" }, { mon: { opens: "9" } }]) {
    expect(hoursOf(other)).toEqual({});
  }
});

it.each([
  [{ opens: "", closes: "17:00" }, "mon.opens: Please enter a time, such as 09:00"],
  [{ opens: "09:00", closes: "25:00" }, "mon.closes: Please enter a time, such as 09:00"],
  [{ opens: "09:00", closes: "09:00" }, "mon.closes: Please choose another time to close"],
])("refuses %j in the form", (span, why) => {
  const values = { ...hoursValues({}), mon: { kind: "open" as const, ...span } };
  const messages = hoursForm
    .safeParse(values)
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  expect(messages).toEqual([why]);
  expect(hoursForm.safeParse({ ...values, mon: { kind: "closed", ...span } }).success).toBe(true);
});

it("the open spans join what is open from one day to the next, and end the week on Sunday", () => {
  const late = { opens: "20:00", closes: "02:00" };
  const hours = hoursOf({ mon: { opens: "09:00", closes: "17:00" }, sun: late });
  expect(openSpans(hours)).toEqual([
    [0, 120],
    [540, 1020],
    [6 * 1440 + 1200, 7 * 1440],
  ]);
  expect(openSpans({})).toEqual([]);
});
