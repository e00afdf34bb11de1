/** What has come of a job so far, counted by the database. */
interface JobFigures {
  told_count: number;
  seen_count: number;
  quote_count: number;
}

/** The most members that one job is announced to; the database has the same limit. */
const MOST = 200;

/** '9 professionals told, 2 have looked, 1 quote'. */
export const jobFigures = ({ told_count, seen_count, quote_count }: JobFigures): string => {
  const professionals = told_count === 1 ? "1 professional" : `${told_count} professionals`;
  const who = told_count >= MOST ? `The nearest ${MOST} professionals` : professionals;
  const quotes = quote_count === 1 ? "1 quote" : `${quote_count || "no"} quotes`;
  const have = seen_count === 1 ? "1 has looked" : `${seen_count || "none"} have looked`;
  return `${who} told, ${have}, ${quotes}`;
};

/** What became of a request by name, in the poster's words. */
export const REQUEST_STATES: Record<string, string> = {
  waiting: "Asked, has not looked yet",
  seen: "Asked, has looked",
  quoted: "Asked, has sent a quote",
  declined: "Said no",
  silent: "No answer in 48 hours",
};
