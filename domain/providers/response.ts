/** How a provider responds; null where there are fewer than five cases. */
export interface ResponseFacts {
  /** The median time to the first answer. */
  reply_minutes: number | null;
  /** Conversations of the last 12 months, and how many of them were answered within 7 days. */
  questions: number | null;
  answered: number | null;
  /** By how many clients they were hired through the site, as both confirmed. */
  hires: number | null;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** A time to answer, rounded up so that it promises nothing: 'within 3 hours'. */
export const withinTime = (minutes: number): string => {
  if (minutes <= HOUR) return "within an hour";
  if (minutes <= DAY - HOUR) return `within ${Math.ceil(minutes / HOUR)} hours`;
  return minutes <= DAY ? "within a day" : `within ${Math.ceil(minutes / DAY)} days`;
};

/** A share in whole per cent; only all is 100, and only none is 0. */
export const shareOf = (part: number, whole: number): string => {
  const share = Math.round((part / whole) * 100);
  if (part < whole && share === 100) return "99%";
  return part > 0 && share === 0 ? "1%" : `${share}%`;
};
