import { FEEDBACK_LABELS } from "#domain/feedback/feedback.ts";

/** To the hired provider: what became of the job, and what they are asked to do. */
export const hireNews = ({
  status,
  client,
  said_done,
  confirmed,
}: {
  /** The job's. */
  status: string;
  client: string;
  said_done: boolean;
  confirmed: boolean;
}): string => {
  const news =
    status === "done"
      ? `${client} says that the work is done.`
      : status === "closed"
        ? `${client} hired you. The job is closed.`
        : said_done
          ? `We have asked ${client} whether the work is done.`
          : `${client} hired you.`;
  return confirmed
    ? news
    : `${news} Please confirm it, so that a review by ${client} can have the label “${FEEDBACK_LABELS.hire.name}”.`;
};
