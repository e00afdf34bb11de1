import { fullNameOf } from "#domain/accounts.ts";
import { accountPath } from "#domain/accounts-admin.ts";
import { isWaiting, reportReasonLabel, reportStateLabel } from "#domain/reports.ts";
import { formatUnbrokenDay } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Moderation } from "./queries.ts";

type Account = NonNullable<Moderation["poster"]>;

const Poster = ({ poster: { first_name, last_name, email } }: { poster: Account }) => {
  const name = fullNameOf({ first_name, last_name }, "Unknown");
  if (!email) return name;
  return (
    <>
      <Link to={accountPath(email)} className="link">
        {name}
      </Link>
      <span className="block text-ink-soft">{email}</span>
    </>
  );
};
/** Who posted a job, and which reports of it there are. */
export const ReportsAndPoster = ({ poster, reports }: Omit<Moderation, "seen">) => (
  <dl className="mt-4 grid gap-3 text-sm wrap-anywhere [&_dt]:text-ink-soft">
    {poster && (
      <div>
        <dt>Posted by</dt>
        <dd>
          <Poster poster={poster} />
        </dd>
      </div>
    )}
    <div>
      <dt>Reports</dt>
      {reports.length === 0 && <dd>None</dd>}
      {reports.map(({ id, case_number, reason, details, state, created_at }) => (
        <dd key={id} className="mt-1 grid gap-1.5">
          <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <Link to={`/admin/reports?case=${id}`} className="link">
              Report {case_number}
            </Link>
            <Badge tone={isWaiting(state) ? "warning" : "neutral"}>
              {state === "open" ? "Waiting" : reportStateLabel(state)}
            </Badge>
          </span>
          <span className="font-semibold">{reportReasonLabel(reason)}</span>
          {details && <span className="line-clamp-2 text-ink-soft">{details}</span>}
          <span className="text-ink-soft">Reported on {formatUnbrokenDay(created_at)}</span>
        </dd>
      ))}
    </div>
  </dl>
);
