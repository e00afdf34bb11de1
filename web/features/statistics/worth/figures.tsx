import type { MembershipWorth } from "#domain/statistics/results.ts";
import { Link } from "#web/ui/link.tsx";
import { Stat } from "#web/ui/stat.tsx";

const number = (value: number): string => value.toLocaleString("en-GB");

/** Rounded up, as on the public page, whose words stay in that page's own file (vite.chunks.ts). */
const inHours = (minutes: number): string => {
  const hours = Math.ceil(minutes / 60);
  return hours > 48
    ? `${Math.ceil(hours / 24)} days`
    : `${hours} ${hours === 1 ? "hour" : "hours"}`;
};

/** The four figures that a member sees first, over the last 30 days. */
export const MainFigures = ({ worth }: { worth: MembershipWorth }) => {
  const { views, found, enquiries, contacts } = worth.figures;
  return (
    <>
      {views + found === 0 && (
        <p className="max-w-prose text-sm text-ink-soft">
          Nobody has viewed or found your page in this time.{" "}
          <Link to="/profile" className="link">
            Add a description, prices and pictures
          </Link>{" "}
          so that people find it.
        </p>
      )}
      <div className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 lg:grid-cols-4">
        <Stat label="Profile views" value={number(views)} />
        <Stat label="Found in search" value={number(found)} />
        <Stat label="Enquiries" to="/dashboard/enquiries" value={number(enquiries)} />
        <Stat label="Contacts unlocked" to="/membership#contacts" value={number(contacts)} />
      </div>
    </>
  );
};

const Row = ({ label, to, value }: { label: string; to?: string; value: string }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
    <dt>
      {to ? (
        <Link to={to} className="link">
          {label}
        </Link>
      ) : (
        label
      )}
    </dt>
    <dd className="font-semibold tabular-nums">{value}</dd>
  </div>
);

/** What became of the contacts over the last 30 days. */
export const FurtherFigures = ({
  worth: { figures, response_minutes },
}: {
  worth: MembershipWorth;
}) => (
  <dl className="border-t border-line-strong">
    <Row label="Quotes sent" to="/dashboard/quotes" value={number(figures.quotes_sent)} />
    <Row label="Quotes seen" value={number(figures.quotes_seen)} />
    <Row
      label="Jobs won"
      {...(figures.jobs_won > 0 && { to: "/dashboard/quotes" })}
      value={number(figures.jobs_won)}
    />
    {figures.enquiries > 0 && (
      <Row
        label="Answered within a day"
        value={`${number(figures.answered_within_a_day)} of ${number(figures.enquiries)}`}
      />
    )}
    {response_minutes !== null && (
      <Row label="Typical response time" value={inHours(response_minutes)} />
    )}
    <Row label="Feedback" to="/profile?tab=reviews" value={number(figures.reviews)} />
  </dl>
);
