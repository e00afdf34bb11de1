import { Link } from "react-router";
import { Card } from "#web/ui/card.tsx";
import { Stat } from "#web/ui/stat.tsx";
import type { DashboardCounts } from "./queries.ts";

const waiting = (count: number): string => {
  if (count === 0) return "Nothing is waiting for you.";
  return `${count} ${count === 1 ? "item waits" : "items wait"} for a look, oldest first.`;
};

/** Where an admin goes from here (spec 2 section 2). */
const placesOf = (counts: DashboardCounts) => [
  {
    to: "/admin/users",
    title: "User Management",
    text: "View, edit, activate, show and add accounts.",
  },
  {
    to: "/admin/feedback?state=pending",
    title: "Feedback Moderation",
    text: waiting(counts.pending_feedback),
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
    text: "What people reported, and their appeals.",
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
    to: "/admin/audit",
    title: "Audit Log",
    text: "Who did what, when and why.",
  },
];

/** The four figures of /admin/dashboard, and where to go from here. */
export const DashboardScreen = ({ counts }: { counts: DashboardCounts }) => (
  <>
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
      <Stat label="Total Businesses" value={counts.businesses} />
      <Stat label="Visible and Active Providers" value={counts.listed_providers} />
      <Stat label="New Businesses This Month" value={counts.businesses_this_month} />
      <Stat label="Unapproved Feedback" value={counts.pending_feedback} />
    </div>
    <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {placesOf(counts).map(({ to, title, text }) => (
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
