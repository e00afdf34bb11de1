import { daysUntil, timeAgo } from "#domain/values/dates.ts";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Stat } from "#web/ui/stat.tsx";
import type { DashboardCounts, Queue } from "./dashboard-counts.ts";

/** Days after which the age of the oldest is shown as a warning. */
const LATE_DAYS = 7;

const QUEUES = [
  { of: "reports", to: "/admin/reports", one: "report or appeal", many: "reports and appeals" },
  { of: "claims", to: "/admin/businesses", one: "business claim", many: "business claims" },
  {
    of: "feedback",
    to: "/admin/feedback?state=pending",
    one: "feedback item",
    many: "feedback items",
  },
] as const;

const Waiting = ({ queue: { count, oldest } }: { queue: Queue }) =>
  count === 0 || !oldest ? (
    <p className="text-ink-soft">You're all caught up.</p>
  ) : (
    <p
      className={cx(
        "text-sm",
        daysUntil(oldest) <= -LATE_DAYS ? "font-semibold text-warning" : "text-ink-soft",
      )}
    >
      Oldest: <time dateTime={oldest}>{timeAgo(oldest).toLowerCase()}</time>
    </p>
  );

/** The work that waits for an admin: each queue, with the age of its oldest. */
const Queues = ({ counts }: { counts: DashboardCounts }) => (
  <section aria-labelledby="waiting">
    <h2 id="waiting" className="sr-only">
      Waiting for you
    </h2>
    <ul className="grid gap-4 md:grid-cols-3">
      {QUEUES.map(({ of, to, one, many }) => {
        const queue = counts[of];
        return (
          <li key={of} className="grid">
            <Card interactive className={cx(queue.count > 0 && "border-brand")}>
              <Link
                to={to}
                className="flex items-baseline gap-2.5 outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-3 focus-visible:after:outline-focus"
              >
                <strong className="font-display text-3xl font-bold tracking-display tabular-nums">
                  {queue.count}
                </strong>
                <span className="font-semibold">{queue.count === 1 ? one : many}</span>
              </Link>
              <div className="mt-2">
                <Waiting queue={queue} />
              </div>
            </Card>
          </li>
        );
      })}
    </ul>
  </section>
);

/** The queues, then the four figures of /admin/dashboard (spec 2 section 2). The other screens are in the navigation. */
export const DashboardScreen = ({ counts }: { counts: DashboardCounts }) => (
  <>
    <Queues counts={counts} />
    <div className="mt-10 grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 lg:grid-cols-4">
      <Stat label="Total Businesses" to="/admin/businesses" value={counts.businesses} />
      <Stat
        label="Visible and Active Providers"
        to="/directory"
        note="Members, as the directory lists them"
        value={counts.listed_providers}
      />
      <Stat
        label="New Businesses This Month"
        to="/admin/businesses"
        value={counts.businesses_this_month}
      />
      <Stat
        label="Unapproved Feedback"
        to="/admin/feedback?state=pending"
        value={counts.pending_feedback}
      />
    </div>
  </>
);
