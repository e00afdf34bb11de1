import { Link } from "react-router";
import { Card } from "#web/ui/card.tsx";
import { Stat } from "#web/ui/stat.tsx";
import type { DashboardCounts } from "./queries.ts";

/** The four figures of /admin/dashboard, and where to go from here. */
export const DashboardScreen = ({ counts }: { counts: DashboardCounts }) => (
  <>
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
      <Stat label="Total Businesses" value={counts.businesses} />
      <Stat label="Visible and Active Providers" value={counts.listed_providers} />
      <Stat label="New Businesses This Month" value={counts.businesses_this_month} />
      <Stat label="Unapproved Feedback" value={counts.pending_feedback} />
    </div>
    <Card interactive className="mt-10 max-w-md">
      <h2 className="text-xl">
        <Link
          to="/admin/feedback?state=pending"
          className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-3 focus-visible:after:outline-focus"
        >
          Feedback Moderation
        </Link>
      </h2>
      <p className="mt-2 text-ink-soft">
        {counts.pending_feedback === 0
          ? "Nothing is waiting for you."
          : `${counts.pending_feedback} ${counts.pending_feedback === 1 ? "item waits" : "items wait"} for a look, oldest first.`}
      </p>
    </Card>
  </>
);
