/** All times are shown in the time zone of the country that the marketplace serves. */
const TIME_ZONE = "Europe/London";

const formatter = (options: Intl.DateTimeFormatOptions, locale = "en-GB") =>
  new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options });

const day = formatter({ day: "numeric", month: "short", year: "numeric" });
const replyDay = formatter({ day: "numeric", month: "short", year: "numeric" }, "en-US");
const month = formatter({ month: "long", year: "numeric" });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Moment = string | number | Date;

/** For example 5 Jan 2026. "Sept" is shortened like the others. */
export const formatDay = (moment: Moment): string =>
  day.format(new Date(moment)).replace("Sept", "Sep");

/** As above, in the middle of a line, which does not break within it. */
export const formatUnbrokenDay = (moment: Moment): string =>
  formatDay(moment).replaceAll(" ", "\u00a0");

/** `dd MMM yyyy`, for example 05 Jan 2026: the date format of feedback and of a membership's renewal (section 9 of both specifications). */
export const formatPaddedDay = (moment: Moment): string => formatDay(moment).padStart(11, "0");

/** `MMM d, yyyy`, for example Jan 5, 2026: the date format of replies. */
export const formatReplyDay = (moment: Moment): string => replyDay.format(new Date(moment));

/** Month and year, for example January 2026: when a person joined. */
export const formatMonth = (moment: Moment): string => month.format(new Date(moment));

const numbers = formatter({ year: "numeric", month: "numeric", day: "numeric" });

/** The calendar day of a moment in British time, as a count of days. */
const dayNumber = (moment: Moment): number => {
  const parts = numbers.formatToParts(new Date(moment));
  const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day")) / DAY;
};

const dayText = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);

/** The calendar day of a moment in British time, as date fields and files have it: 2026-01-05. */
export const dayOf = (moment: Moment): string => dayText(dayNumber(moment));

/** Some days from today in Britain. */
export const dayAhead = (days: number, now: Moment = Date.now()): string =>
  dayText(dayNumber(now) + days);

/** A calendar day so many days after another. */
export const addDays = (day: string, days: number): string => dayText(Date.parse(day) / DAY + days);

/** Calendar days from one to another. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY;

/** A calendar day's anniversary some years later; 29 February is the 28th in a year that has none. */
export const addYears = (day: string, years: number): string => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return dayText(Date.UTC(year + years, month - 1, Math.min(date, last)) / DAY);
};

const clock = formatter({
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The time on British clocks: the weekday (0 is Monday) and the minutes since midnight. */
export const wallClock = (moment: Moment): { weekday: number; minutes: number } => {
  const parts = clock.formatToParts(new Date(moment));
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? "";
  return {
    weekday: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(part("weekday")),
    minutes: Number(part("hour")) * 60 + Number(part("minute")),
  };
};

/** Whole calendar days from `now` to `moment`; negative if it is past. */
export const daysUntil = (moment: Moment, now: Moment = Date.now()): number =>
  dayNumber(moment) - dayNumber(now);

/** `Less than an hour ago`, `1 hour ago`, `N hours ago`, `1 day ago`, `N days ago` (spec 2 section 9). */
export const timeAgo = (moment: Moment, now: Moment = Date.now()): string => {
  const hours = Math.floor((new Date(now).getTime() - new Date(moment).getTime()) / HOUR);
  if (hours < 1) return "Less than an hour ago";
  if (hours < 24) return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day ago" : `${days} days ago`;
};

const time = formatter({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** The time of something today, for example 14:02; of an earlier day with its date. */
export const formatTimeOrMoment = (at: Moment, now: Moment = Date.now()): string =>
  daysUntil(at, now) === 0 ? time.format(new Date(at)) : formatMoment(at);

const moment = formatter({
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** Date and time, for example 5 Jan 2026, 14:30: for an exact end or event. */
export const formatMoment = (at: Moment): string =>
  moment.format(new Date(at)).replace("Sept", "Sep");

/** `21 November 2026`: the date of mails and receipts. */
export const formatLongDay = (at: Moment): string =>
  formatter({ dateStyle: "long" }).format(new Date(at));

/** `21 November 2026 at 14:05`: the time of mails. */
export const formatLongMoment = (at: Moment): string =>
  formatter({ dateStyle: "long", timeStyle: "short" }).format(new Date(at));

/** So many months until this one, the newest first: `2026-03`. */
export const latestMonths = (number: number, now = new Date()): string[] =>
  Array.from({ length: number }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
