import { daysUntil, formatUnbrokenDay } from "#domain/values/dates.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import type { MyJob } from "./queries.ts";

const STATUSES: Record<string, { label: string; tone: BadgeTone }> = {
  open: { label: "Open", tone: "success" },
  hired: { label: "In progress", tone: "info" },
  done: { label: "Done", tone: "neutral" },
  closed: { label: "Closed", tone: "neutral" },
  expired: { label: "Expired", tone: "neutral" },
  paused: { label: "Paused", tone: "neutral" },
  stopped: { label: "Closed by a moderator", tone: "warning" },
};

/** A job's state in a word. */
const JobStatus = ({ status }: { status: string }) => {
  const { label, tone } = STATUSES[status] ?? { label: status, tone: "neutral" };
  return <Badge tone={tone}>{label}</Badge>;
};

/** A line about a job: its state, and then what else is said, which begins a second line on narrow screens. */
export const JobMeta = ({
  job,
  category,
  says,
}: {
  job: MyJob;
  /** Beside the state. */
  category?: string;
  says: readonly (string | false)[];
}) => (
  <p className="dotted mt-1 text-sm text-ink-soft">
    {[category, ...says].filter(Boolean).map((words, at) => (
      <span key={String(words)} className={category && at === 0 ? "max-sm:w-full" : undefined}>
        {at === 0 && (
          <span className="mr-2">
            <JobStatus status={job.status} />
          </span>
        )}
        <span>{words}</span>
      </span>
    ))}
  </p>
);

/** Since when a job is there, and how long an open one is still shown. */
export const jobDays = ({ status, posted_date, expires_at }: MyJob): (string | false)[] => {
  const days = Math.max(0, daysUntil(expires_at));
  const left = days === 1 ? "1 day left" : `${days} days left`;
  return [`Posted ${formatUnbrokenDay(posted_date)}`, status === "open" && left];
};
