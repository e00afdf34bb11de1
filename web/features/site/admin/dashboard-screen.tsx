import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { answersText } from "#domain/statistics/statistics.ts";
import { daysUntil, formatMonth, timeAgo } from "#domain/values/dates.ts";
import { useSettings } from "#web/session/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { Stat } from "#web/ui/stat.tsx";
import type { DashboardCounts, Queue } from "./dashboard-counts.ts";

/** Days after which the age of the oldest is shown as a warning. */
const LATE_DAYS = 7;

const QUEUES = [
  { of: "reports", to: "/admin/reports", one: "Report or Appeal", many: "Reports and Appeals" },
  { of: "claims", to: "/admin/businesses", one: "Business Claim", many: "Business Claims" },
  {
    of: "feedback",
    to: "/admin/feedback?state=pending",
    one: "Unapproved Feedback",
    many: "Unapproved Feedback",
  },
] as const;

const Waiting = ({ queue: { count, oldest } }: { queue: Queue }) => {
  if (count === 0 || !oldest) return <p className="text-ink-soft">You're all caught up.</p>;
  const age = (
    <span>
      Oldest:{" "}
      <time dateTime={oldest}>{timeAgo(oldest).toLowerCase().replace("less than", "under")}</time>
    </span>
  );
  return (
    <p className="text-sm text-ink-soft">
      {daysUntil(oldest) <= -LATE_DAYS ? <Badge tone="warning">{age}</Badge> : age}
    </p>
  );
};

/** What does not work and what is at risk, a line each, and the way to it. */
const Fault = ({ health }: Pick<DashboardCounts, "health">) => {
  const { trial } = useSettings();
  const failed = health?.troubles ?? [];
  const lines =
    health?.noBackups && !trial
      ? [...failed, "No backups are scheduled. Please tell the person who runs the server"]
      : failed;
  if (lines.length === 0) return null;
  return (
    <div className="mb-6">
      <Alert tone={failed.length > 0 ? "danger" : "warning"}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 text-base">
            {lines.map((line) => (
              <p key={line}>{line}.</p>
            ))}
          </div>
          <ButtonLink to="/admin/health" size="sm" variant="outline">
            Open Health
          </ButtonLink>
        </div>
      </Alert>
    </div>
  );
};

/** The work that waits for an admin: each queue at its place, with the age of its oldest. */
const Queues = ({ counts }: { counts: DashboardCounts }) => (
  <section aria-labelledby="waiting">
    {QUEUES.every((queue) => counts[queue.of].count === 0) ? (
      <h2 id="waiting" className="mb-4 text-xl">
        Nothing is waiting for you
      </h2>
    ) : (
      <h2 id="waiting" className="sr-only">
        Waiting for you
      </h2>
    )}
    <ul className="grid gap-4 md:grid-cols-3">
      {QUEUES.map(({ of, to, one, many }) => {
        const queue = counts[of];
        return (
          <li key={of} className="grid grid-cols-1">
            <Card interactive className="flex flex-col">
              <Link
                to={to}
                className="flex items-baseline gap-x-2 pr-8 outline-none md:max-lg:flex-col after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-3 focus-visible:after:outline-focus"
              >
                <strong className="font-display text-3xl font-bold tracking-display tabular-nums">
                  {queue.count}
                </strong>
                <span className="min-w-0 font-semibold wrap-anywhere">
                  {queue.count === 1 ? one : many}
                </span>
                <ArrowRight
                  aria-hidden="true"
                  className="absolute top-1/2 right-5 size-5 -translate-y-1/2 text-ink-soft"
                />
              </Link>
              <div className="pt-2">
                <Waiting queue={queue} />
              </div>
            </Card>
          </li>
        );
      })}
    </ul>
  </section>
);

/** The 1st of this month, without its year. */
const firstOfMonth = (): string => `1 ${formatMonth(Date.now()).slice(0, 3)}`;

/**
 * The queues, of which one is a figure of /admin/dashboard, then its other three (spec 2 section 2). Its cards lead to the
 * users, the feedback, the categories and the analytics.
 */
export const DashboardScreen = ({
  counts,
  children,
}: {
  counts: DashboardCounts;
  children?: ReactNode;
}) => (
  <>
    <Fault health={counts.health} />
    <Queues counts={counts} />
    {counts.answers.jobs > 0 && (
      <p className="mt-6">
        <Link to="/admin/analytics#answers" className="link">
          {answersText(counts.answers)}
        </Link>
      </p>
    )}
    <div className="mt-10 grid gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
      <Stat
        label="Total Businesses"
        to="/admin/businesses"
        line
        note="Claimed or not"
        value={counts.businesses}
      />
      <Stat
        label="Visible and Active Providers"
        to="/admin/users?type=provider&status=members"
        line
        note="Members with a public page"
        value={counts.listed_providers}
      />
      <Stat
        label="New Businesses This Month"
        to="/admin/analytics"
        line
        note={`Since ${firstOfMonth()}`}
        value={counts.businesses_this_month}
      />
      <Stat
        label="Service Categories"
        to="/admin/categories"
        line
        note="In use"
        value={counts.categories}
      />
    </div>
    {children}
  </>
);
