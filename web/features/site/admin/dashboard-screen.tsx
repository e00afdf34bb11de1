import { Link } from "react-router";
import { Card } from "#web/ui/card.tsx";
import { Stat } from "#web/ui/stat.tsx";
import type { DashboardCounts } from "./dashboard-counts.ts";

/** The work that waits for an admin, with links. */
const pendingItemsOf = (counts: DashboardCounts) =>
  [
    {
      to: "/admin/reports",
      count: counts.waiting_reports,
      words: ["report or appeal", "reports and appeals"],
    },
    {
      to: "/admin/businesses",
      count: counts.waiting_claims,
      words: ["claim to a business", "claims to businesses"],
    },
    {
      to: "/admin/feedback?state=pending",
      count: counts.pending_feedback,
      words: ["piece of feedback", "pieces of feedback"],
    },
  ].filter(({ count }) => count > 0);

const Waiting = ({ counts }: { counts: DashboardCounts }) => {
  const waiting = pendingItemsOf(counts);
  return (
    <section aria-labelledby="waiting" className="mt-10">
      <h2 id="waiting" className="text-xl">
        Waiting for you
      </h2>
      {waiting.length === 0 ? (
        <p className="mt-2 text-ink-soft">You're all caught up.</p>
      ) : (
        <ul className="mt-2 flex flex-wrap gap-x-8 gap-y-2">
          {waiting.map(({ to, count, words: [one, more] }) => (
            <li key={to}>
              <Link to={to} className="link">
                <strong className="tabular-nums">{count}</strong> {count === 1 ? one : more}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** Links to the other admin screens (spec 2 section 2). */
const PLACES = [
  {
    to: "/admin/users",
    title: "User Management",
    text: "View, edit, activate, show and add accounts.",
  },
  {
    to: "/admin/feedback?state=pending",
    title: "Feedback Moderation",
    text: "Approve, edit, hide and delete feedback, oldest first.",
  },
  {
    to: "/admin/categories",
    title: "Categories Management",
    text: "Add, rename, order and delete service categories.",
  },
  {
    to: "/admin/analytics",
    title: "Analytics Dashboard",
    text: "Who is here, what they look for, and what happened last.",
  },
  {
    to: "/admin/businesses",
    title: "Businesses",
    text: "List businesses, send claim links, decide claims.",
  },
  {
    to: "/admin/reports",
    title: "Reports and Appeals",
    text: "Review reports and appeals.",
  },
  {
    to: "/admin/synonyms",
    title: "Search Synonyms",
    text: "Other words for what people look for.",
  },
  {
    to: "/admin/settings",
    title: "Site Settings",
    text: "Name, contact, notice, coupons and legal texts.",
  },
  {
    to: "/admin/emails",
    title: "Email Texts",
    text: "Change the words of emails.",
  },
  {
    to: "/admin/audit",
    title: "Audit Log",
    text: "Who did what, when and why.",
  },
  {
    to: "/admin/health",
    title: "Health",
    text: "Waiting email, timed tasks, payments and the server.",
  },
];

/** The four figures of /admin/dashboard, and links to the other screens. */
export const DashboardScreen = ({ counts }: { counts: DashboardCounts }) => (
  <>
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
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
    <Waiting counts={counts} />
    <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {PLACES.map(({ to, title, text }) => (
        <li key={to} className="grid">
          <Card interactive>
            <h2 className="text-xl">
              <Link
                to={to}
                className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-3 focus-visible:after:outline-focus"
              >
                {title}
              </Link>
            </h2>
            <p className="mt-2 text-ink-soft">{text}</p>
          </Card>
        </li>
      ))}
    </ul>
  </>
);
