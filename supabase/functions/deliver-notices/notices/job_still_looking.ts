import { day, line, type WriteNotice } from "../notice.ts";

/** To the poster, some days before a job expires: data is {title, posted_date, shown_until, token}. */
const jobStillLooking: WriteNotice = ({ title, posted_date, shown_until, token }) => ({
  subject: `Still looking? “${line(title, 80)}”`,
  preview: "One press keeps your job open for 30 more days.",
  heading: "Are you still looking?",
  paragraphs: [
    `You posted “${line(title, 150)}” on ${day(posted_date)}. It is shown until ${day(shown_until)} and then leaves the job directory.`,
    "If you still need somebody, keep it open. If you have found them, close it, so that nobody else calls.",
  ],
  button: { label: "Answer with one press", path: `/still-looking?token=${line(token, 64)}` },
  small: "The link works without logging in and is yours alone. Opening it changes nothing.",
});

export default jobStillLooking;
