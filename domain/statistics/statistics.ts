import { addDays, daysBetween, formatDay, formatMonth } from "#domain/values/dates.ts";
import { formatPoundsAndPence } from "#domain/values/money.ts";
import { countOf, formatNumber } from "#domain/values/numbers.ts";

/** Charts over time: which figures, over which dates, and their texts. */

export const SPANS = [
  { id: "7d", label: "7 days" },
  { id: "30d", label: "30 days" },
  { id: "12w", label: "12 weeks" },
  { id: "12m", label: "12 months" },
] as const;
type SpanId = (typeof SPANS)[number]["id"];

/** The period in the address: one of SPANS, or chosen dates as YYYY-MM-DD. */
export type Span = { id: SpanId } | { id: "days"; from: string; to: string };
const USUAL_SPAN: SpanId = "30d";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text));

/** The period of an address; an invalid one gives the default. */
export const readSpan = (params: URLSearchParams): Span => {
  const [from, to] = [params.get("from"), params.get("to")];
  if (isDay(from) && isDay(to)) return { id: "days", from, to };
  return { id: SPANS.find(({ id }) => id === params.get("range"))?.id ?? USUAL_SPAN };
};

export const writeSpan = (id: SpanId): string => (id === USUAL_SPAN ? "" : `?range=${id}`);

export const FIGURES = [
  { id: "sign_ups", label: "Sign-ups", of: ["sign-up", "sign-ups"], about: "New accounts" },
  {
    id: "members",
    label: "Members",
    of: ["member", "members"],
    about: "At the end of each period",
    level: true,
  },
  {
    id: "revenue",
    label: "Revenue",
    of: null,
    about: "Payments received, less refunds",
  },
  { id: "jobs", label: "Jobs", of: ["job", "jobs"], about: "Jobs posted" },
  {
    id: "reveals",
    label: "Reveals",
    of: ["reveal", "reveals"],
    about: "Job contacts unlocked by members",
  },
  { id: "feedback", label: "Feedback", of: ["item", "items"], about: "Feedback received" },
] as const satisfies readonly Figure[];

export interface Figure {
  id: string;
  label: string;
  /** One and many; null for money, in pence. */
  of: readonly [string, string] | null;
  about: string;
  /** The number at the end of a period, not the number added in it. */
  level?: boolean;
}
export type FigureId = (typeof FIGURES)[number]["id"];

const short = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });

/** `1,234` or `£1,234.50`. */
export const amountText = ({ of }: Figure, amount: number): string =>
  of ? formatNumber(amount) : formatPoundsAndPence(amount);

/** `1 job`, `3 jobs` or `£4.99`. */
export const amountInWords = (figure: Figure, amount: number): string =>
  figure.of ? countOf(amount, ...figure.of) : amountText(figure, amount);

/** For an axis, whose lines are at whole numbers and pounds: `1,500`, `15k`, `-£2`. */
export const axisText = ({ of }: Figure, amount: number): string => {
  const size = Math.abs(of ? amount : amount / 100);
  const text = size < 10_000 ? formatNumber(size) : short.format(size);
  return `${amount < 0 ? "-" : ""}${of ? "" : "£"}${text}`;
};

/** The smallest step of an axis: half a person or single pennies make no sense. */
export const axisUnit = ({ of }: Figure): number => (of ? 1 : 100);

export type Step = "day" | "week" | "month";
interface Period {
  from: string;
  to: string;
}

const noonOf = (day: string): string => `${day}T12:00:00Z`;
const dayAndMonth = (day: string): string => formatDay(noonOf(day)).slice(0, -5);
const wholeDay = (day: string): string => formatDay(noonOf(day));

const lastOfMonth = (day: string): boolean => addDays(day, 1).endsWith("-01");

/** `12 Nov 2026`, `9 Nov to 15 Nov 2026`, `November 2026`. */
export const periodText = ({ from, to }: Period, step: Step): string => {
  if (step === "month" && from.endsWith("-01") && lastOfMonth(to)) return formatMonth(noonOf(from));
  if (from === to) return wholeDay(from);
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${sameYear ? dayAndMonth(from) : wholeDay(from)} to ${wholeDay(to)}`;
};

/** Under an axis: the first day of a period, or its month. */
export const periodMark = ({ from }: Period, step: Step): string =>
  step === "month" ? wholeDay(from).slice(-8).replace(" 20", " ’") : dayAndMonth(from);

/** Whether a period is not over yet: its figure is not final. */
export const isUnderWay = (period: Period, step: Step, today: string): boolean => {
  if (period.to < today || period.to !== today) return false;
  if (step === "month") return !lastOfMonth(period.to);
  if (step === "week") return new Date(noonOf(period.to)).getUTCDay() !== 0;
  return true;
};

/** Fewer than these before make a percentage that says more than happened; money always has one. */
const LEAST_FOR_PERCENT = 20;

/** Longer spans are called "the period before". */
const MOST_DAYS = 100;

/** The change from the period of equal length before: `+12% on the 30 days before`, `Up from 12 in the 30 days before`. */
export const changeInWords = (
  figure: Figure,
  { total, previous }: { total: number; previous: number },
  days: number,
): string => {
  const before =
    days === 1
      ? "the day before"
      : days > MOST_DAYS
        ? "the period before"
        : `the ${formatNumber(days)} days before`;
  const then = figure.level ? `at the end of ${before}` : days === 1 ? before : `in ${before}`;
  if (total === previous) return `The same as ${then}`;
  if (previous === 0) return `None ${then}`;
  if (previous < 0 || (figure.of && previous < LEAST_FOR_PERCENT))
    return `${total > previous ? "Up" : "Down"} from ${amountText(figure, previous)} ${then}`;
  const percent = Math.round((100 * (total - previous)) / previous);
  if (percent === 0) return `About the same as ${then}`;
  return `${percent > 0 ? "+" : "-"}${formatNumber(Math.abs(percent))}% on ${before}`;
};

export const daysOf = ({ from, to }: Period): number => daysBetween(from, to) + 1;

export const answersText = ({ jobs, answered }: { jobs: number; answered: number }): string =>
  `${formatNumber(answered)} of ${countOf(jobs, "job", "jobs")} of the last 30 days had an answer within 48 hours`;
