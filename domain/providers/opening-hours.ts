import { wallClock } from "#domain/values/dates.ts";

export const WEEKDAYS = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
} as const;

export type Weekday = keyof typeof WEEKDAYS;
export const DAYS = Object.keys(WEEKDAYS) as Weekday[];

/** Closing at or before opening is on the next day; midnight to midnight is the whole day. */
interface Span {
  opens: string;
  closes: string;
}
type Day = Span | "closed" | "appointment";
/** As stored in the database (private.valid_hours); a missing day is not stated. */
export type Hours = Partial<Record<Weekday, Day>>;

/** A time as stored and as typed. */
export const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const isTime = (value: unknown): boolean => typeof value === "string" && TIME.test(value);

const isDay = (day: unknown): day is Day =>
  day === "closed" ||
  day === "appointment" ||
  (typeof day === "object" &&
    day !== null &&
    "opens" in day &&
    "closes" in day &&
    isTime(day.opens) &&
    isTime(day.closes));

/** Stored hours; a value of any other shape counts as not stated. */
export const hoursOf = (value: unknown): Hours => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const isHours = Object.entries(value).every(
    ([name, day]) => Object.hasOwn(WEEKDAYS, name) && isDay(day),
  );
  return isHours ? (value as Hours) : {};
};

export const isWholeDay = ({ opens, closes }: Span): boolean =>
  opens === "00:00" && closes === "00:00";

/** '8am', '5:30pm', 'midday', 'midnight'. */
export const formatTime = (at: string): string => {
  if (at === "00:00") return "midnight";
  if (at === "12:00") return "midday";
  const [hour = 0, minute = 0] = at.split(":").map(Number);
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 || 12}${minutes}${hour < 12 ? "am" : "pm"}`;
};

export const formatDayHours = (day: Day): string => {
  if (day === "closed") return "Closed";
  if (day === "appointment") return "By appointment";
  return isWholeDay(day)
    ? "Open 24 hours"
    : `${formatTime(day.opens)} to ${formatTime(day.closes)}`;
};

/** Neighbouring days with equal hours, together; days without hours are left out. */
export const groupDays = (hours: Hours): { days: Weekday[]; day: Day }[] => {
  const groups: { days: Weekday[]; day: Day }[] = [];
  for (const [index, name] of DAYS.entries()) {
    const day = hours[name];
    if (!day) continue;
    const last = groups.at(-1);
    const next = last && last.days.at(-1) === DAYS[index - 1];
    if (next && formatDayHours(last.day) === formatDayHours(day)) last.days.push(name);
    else groups.push({ days: [name], day });
  }
  return groups;
};

/** 'Monday', 'Saturday and Sunday', 'Monday to Friday'. */
export const formatDays = (days: readonly Weekday[]): string => {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return "";
  if (days.length === 1) return WEEKDAYS[first];
  return `${WEEKDAYS[first]} ${days.length === 2 ? "and" : "to"} ${WEEKDAYS[last]}`;
};

const minutesOf = (at: string): number => Number(at.slice(0, 2)) * 60 + Number(at.slice(3));

const spanOf = (hours: Hours, weekday: number): Span | null => {
  const name = DAYS[(weekday + 7) % 7];
  const day = name && hours[name];
  return typeof day === "object" ? day : null;
};

const opening = (hours: Hours, weekday: number, minutes: number): string => {
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const span = spanOf(hours, weekday + ahead);
    if (!span || (ahead === 0 && minutesOf(span.opens) <= minutes)) continue;
    const at = formatTime(span.opens);
    if (ahead === 0) return `opens ${at}`;
    const name = DAYS[(weekday + ahead) % 7];
    return `opens ${ahead === 1 ? "tomorrow" : name ? WEEKDAYS[name] : ""} ${at}`;
  }
  return "";
};

interface OpenState {
  open: boolean;
  /** 'until 5:30pm', 'opens tomorrow 8am', or nothing. */
  detail: string;
}

/** The state at a time on British clocks: the weekday (0 is Monday) and the minutes since midnight. */
const stateAt = (hours: Hours, weekday: number, minutes: number): OpenState => {
  const today = spanOf(hours, weekday);
  const yesterday = spanOf(hours, weekday - 1);
  // Yesterday's hours may still be running.
  if (yesterday && yesterday.closes <= yesterday.opens && minutes < minutesOf(yesterday.closes)) {
    return { open: true, detail: `until ${formatTime(yesterday.closes)}` };
  }
  const hasOpened = today !== null && minutes >= minutesOf(today.opens);
  if (hasOpened && (today.closes <= today.opens || minutes < minutesOf(today.closes))) {
    return { open: true, detail: isWholeDay(today) ? "" : `until ${formatTime(today.closes)}` };
  }
  return { open: false, detail: opening(hours, weekday, minutes) };
};

const DAY_MINUTES = 24 * 60;

/** Minutes since Monday's midnight, by British clocks. */
export const minuteOfWeek = (now: number | Date): number => {
  const { weekday, minutes } = wallClock(now);
  return weekday * DAY_MINUTES + minutes;
};

/**
 * Every state of a week, in order, with the minute of the week from which it applies; the first from Monday's
 * midnight. None if no hours are stated.
 */
export const openStates = (hours: Hours): (OpenState & { from: number })[] => {
  if (!DAYS.some((_, weekday) => spanOf(hours, weekday))) return [];
  const changes = new Set(
    DAYS.flatMap((_, weekday) => {
      const times = [spanOf(hours, weekday), spanOf(hours, weekday - 1)].flatMap((span) =>
        span ? [minutesOf(span.opens), minutesOf(span.closes)] : [],
      );
      return [0, ...times].map((minutes) => weekday * DAY_MINUTES + minutes);
    }),
  );
  const states: (OpenState & { from: number })[] = [];
  for (const from of [...changes].sort((a, b) => a - b)) {
    const state = stateAt(hours, Math.floor(from / DAY_MINUTES), from % DAY_MINUTES);
    const last = states.at(-1);
    if (last?.open !== state.open || last.detail !== state.detail) states.push({ from, ...state });
  }
  return states;
};

/** The minutes of the week, from and up to, between which it is open. */
export const openSpans = (hours: Hours): [from: number, to: number][] =>
  openStates(hours).flatMap(({ from, open }, index, states): [number, number][] =>
    open ? [[from, states[index + 1]?.from ?? DAYS.length * DAY_MINUTES]] : [],
  );
