import { z } from "zod";
import { wallClock } from "./values/dates.ts";

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

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const time = z.string().regex(TIME, "Please enter a time, such as 09:00");
const stored = z.partialRecord(
  z.enum(DAYS),
  z.union([z.literal(["closed", "appointment"]), z.object({ opens: time, closes: time })]),
);

/** Stored hours; a value of any other shape counts as not stated. */
export const hoursOf = (value: unknown): Hours => stored.safeParse(value).data ?? {};

export const isWholeDay = ({ opens, closes }: Span): boolean =>
  opens === "00:00" && closes === "00:00";

/** '8am', '5:30pm', 'midday', 'midnight'. */
export const sayTime = (at: string): string => {
  if (at === "00:00") return "midnight";
  if (at === "12:00") return "midday";
  const [hour = 0, minute = 0] = at.split(":").map(Number);
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 || 12}${minutes}${hour < 12 ? "am" : "pm"}`;
};

export const sayDay = (day: Day): string => {
  if (day === "closed") return "Closed";
  if (day === "appointment") return "By appointment";
  return isWholeDay(day) ? "Open 24 hours" : `${sayTime(day.opens)} to ${sayTime(day.closes)}`;
};

/** Neighbouring days with equal hours, together; days without hours are left out. */
export const groupDays = (hours: Hours): { days: Weekday[]; day: Day }[] => {
  const groups: { days: Weekday[]; day: Day }[] = [];
  for (const [index, name] of DAYS.entries()) {
    const day = hours[name];
    if (!day) continue;
    const last = groups.at(-1);
    const next = last && last.days.at(-1) === DAYS[index - 1];
    if (next && sayDay(last.day) === sayDay(day)) last.days.push(name);
    else groups.push({ days: [name], day });
  }
  return groups;
};

/** 'Monday', 'Saturday and Sunday', 'Monday to Friday'. */
export const sayDays = (days: readonly Weekday[]): string => {
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
    const at = sayTime(span.opens);
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

/** Whether it is open at a given time, by British clocks; null if no hours are stated. */
export const openState = (hours: Hours, now: number | Date): OpenState | null => {
  if (!DAYS.some((_, weekday) => spanOf(hours, weekday))) return null;
  const { weekday, minutes } = wallClock(now);
  const today = spanOf(hours, weekday);
  const yesterday = spanOf(hours, weekday - 1);
  // Yesterday's hours may still be running.
  if (yesterday && yesterday.closes <= yesterday.opens && minutes < minutesOf(yesterday.closes)) {
    return { open: true, detail: `until ${sayTime(yesterday.closes)}` };
  }
  const hasOpened = today !== null && minutes >= minutesOf(today.opens);
  if (hasOpened && (today.closes <= today.opens || minutes < minutesOf(today.closes))) {
    return { open: true, detail: isWholeDay(today) ? "" : `until ${sayTime(today.closes)}` };
  }
  return { open: false, detail: opening(hours, weekday, minutes) };
};

const dayForm = z
  .object({
    kind: z.enum(["", "open", "appointment", "closed"]),
    opens: z.string(),
    closes: z.string(),
  })
  .superRefine(({ kind, opens, closes }, context) => {
    if (kind !== "open") return;
    for (const [path, value] of Object.entries({ opens, closes })) {
      const { error } = time.safeParse(value);
      if (error) {
        context.addIssue({ code: "custom", path: [path], message: error.issues[0]?.message });
      }
    }
    if (opens === closes && opens !== "00:00") {
      context.addIssue({
        code: "custom",
        path: ["closes"],
        message: "Please choose another time to close",
      });
    }
  });

export const hoursForm = z.record(z.enum(DAYS), dayForm);
export type HoursValues = z.output<typeof hoursForm>;

/** The form of stored hours. A newly added day begins with nine to five. */
export const hoursValues = (hours: Hours): HoursValues =>
  Object.fromEntries(
    DAYS.map((name) => {
      const day = hours[name];
      const span = typeof day === "object" ? day : { opens: "09:00", closes: "17:00" };
      return [name, { kind: typeof day === "object" ? "open" : (day ?? ""), ...span }];
    }),
  ) as HoursValues;

export const hoursFrom = (values: HoursValues): Hours =>
  Object.fromEntries(
    DAYS.flatMap((name) => {
      const { kind, opens, closes } = values[name];
      if (kind === "") return [];
      return [[name, kind === "open" ? { opens, closes } : kind]];
    }),
  );
