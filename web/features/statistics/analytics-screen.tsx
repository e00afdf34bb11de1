import MessageSquare from "lucide-react/icons/message-square";
import Store from "lucide-react/icons/store";
import UserPlus from "lucide-react/icons/user-plus";
import type { ReactNode } from "react";
import { accountsLabel } from "#domain/accounts/accounts.ts";
import { slugOf } from "#domain/categories/categories.ts";
import { ANALYTICS_NOT_LOADED } from "#domain/site/admin-messages.ts";
import type { Span } from "#domain/statistics/statistics.ts";
import { timeAgo } from "#domain/values/dates.ts";
import { formatNumber } from "#domain/values/numbers.ts";
import { useSettings } from "#web/session/settings.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { Stat } from "#web/ui/stat.tsx";
import { Answers } from "./answers.tsx";
import { barWidth } from "./bar.ts";
import type {
  Activity,
  Analytics,
  Answers as FoundAnswers,
  Trends as FoundTrends,
  PopularCategory,
} from "./queries.ts";
import { Trends } from "./trends.tsx";

const Popular = ({ categories }: { categories: readonly PopularCategory[] }) => {
  const largest = Math.max(0, ...categories.map(({ count }) => count));
  if (categories.length === 0) return <p className="text-ink-soft">No category data available</p>;
  return (
    <ol className="grid gap-4">
      {categories.map(({ id, name, group_name, count }, at) => (
        <li key={id}>
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">
              <span>{at + 1}. </span>
              <Link to={`/categories/${slugOf(name)}`} className="link">
                {name}
              </Link>
              {group_name !== name && <span className="text-sm text-ink-soft"> {group_name}</span>}
            </span>
            <span className="tabular-nums">{formatNumber(count)}</span>
          </div>
          <div aria-hidden="true" className="mt-1.5 h-2 rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-brand"
              style={{ width: `${barWidth(count, largest)}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  );
};

const ICONS: Record<Activity["type"], ReactNode> = {
  user_joined: <UserPlus />,
  feedback_added: <MessageSquare />,
  business_added: <Store />,
};

const Recent = ({ activity }: { activity: readonly Activity[] }) => {
  if (activity.length === 0) return <p className="text-ink-soft">No recent activity</p>;
  return (
    <ul className="grid gap-4">
      {activity.map(({ type, description, timestamp }) => (
        <li key={`${type} ${timestamp} ${description}`} className="flex gap-3">
          <span
            aria-hidden="true"
            className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-full bg-brand-wash text-brand [&_svg]:size-4"
          >
            {ICONS[type]}
          </span>
          <span className="min-w-0">
            <span className="block wrap-anywhere">{description}</span>
            <time dateTime={timestamp} className="text-sm text-ink-soft">
              {timeAgo(timestamp)}
            </time>
          </span>
        </li>
      ))}
    </ul>
  );
};

/** /admin/analytics (spec 2 sections 2 and 9, P-19). */
export const AnalyticsScreen = ({
  span,
  loaded,
}: {
  span: Span;
  loaded: readonly [Analytics, FoundTrends | { refused: string }, FoundAnswers] | null;
}) => {
  const { siteName } = useSettings();
  if (!loaded) return <LoadFailure words={ANALYTICS_NOT_LOADED} />;
  const [analytics, trends, answers] = loaded;
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 sm:gap-6 lg:grid-cols-6">
        <Stat
          label={accountsLabel("provider", siteName)}
          to="/admin/users?type=provider"
          value={formatNumber(analytics.providers)}
        />
        <Stat
          label={accountsLabel("client", siteName)}
          to="/admin/users?type=client"
          value={formatNumber(analytics.seekers)}
        />
        <Stat
          label="Active Sessions"
          value={formatNumber(analytics.active_sessions)}
          note={`${formatNumber(analytics.sessions_24h)} new in 24 hours`}
        />
        <Stat
          label="Approved Feedback"
          to="/admin/feedback?state=approved"
          value={formatNumber(analytics.approved_feedback)}
        />
        <Stat
          label="Pending Feedback"
          to="/admin/feedback?state=pending"
          value={formatNumber(analytics.pending_feedback)}
          note={
            analytics.pending_feedback > 0 && (
              <span className="font-semibold text-warning">Waiting for you</span>
            )
          }
        />
        <Stat
          label="New Users (30d)"
          to="/admin/users"
          value={formatNumber(analytics.new_users_30d)}
        />
      </div>
      <Trends span={span} found={trends} />
      <Answers answers={answers} />
      <div className="mt-14 grid gap-6 lg:grid-cols-2">
        <Card>
          <h2 className="text-xl">Most Popular Categories</h2>
          <p className="mb-5 text-sm text-ink-soft">
            By number of {accountsLabel("provider", siteName)}
          </p>
          <Popular categories={analytics.popular} />
        </Card>
        <Card>
          <h2 className="mb-5 text-xl">Recent Activity</h2>
          <Recent activity={analytics.activity} />
        </Card>
      </div>
    </>
  );
};
