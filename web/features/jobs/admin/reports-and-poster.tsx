import { fullNameOf } from "#domain/accounts/accounts.ts";
import { accountPath } from "#domain/accounts/admin.ts";
import { isWaiting, reportReasonLabel, reportStateLabel } from "#domain/reports/reports.ts";
import { formatUnbrokenDay } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Moderation } from "./queries.ts";

type Account = NonNullable<Moderation["poster"]>;

const FACTS = "mt-4 grid gap-3 text-sm wrap-anywhere [&_dt]:text-ink-soft";

/** Who posted a job, with the way to their account. */
export const Poster = ({ poster: { first_name, last_name, email } }: { poster: Account }) => {
  const name = fullNameOf({ first_name, last_name }, "Unknown");
  return (
    <dl className={FACTS}>
      <div>
        <dt>Posted by</dt>
        <dd>
          {email ? (
            <>
              <Link to={accountPath(email)} className="link">
                {name}
              </Link>
              <span className="block text-ink-soft">{email}</span>
            </>
          ) : (
            name
          )}
        </dd>
      </div>
    </dl>
  );
};

/** The reports of a job. */
export const Reports = ({
  reports,
  withButton,
}: Pick<Moderation, "reports"> & {
  /** The id of the one that has a button below. */
  withButton: string | undefined;
}) => (
  <dl className={FACTS}>
    <div>
      <dt>Reports</dt>
      {reports.length === 0 && <dd>None</dd>}
      {reports.map(({ id, case_number, reason, details, state, created_at }) => (
        <dd key={id} className="mt-1 grid gap-1.5">
          <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <span className="font-semibold">{reportReasonLabel(reason)}</span>
            <Badge tone={isWaiting(state) ? "warning" : "neutral"}>
              {state === "open" ? "Waiting" : reportStateLabel(state)}
            </Badge>
          </span>
          {details && <span className="line-clamp-2 text-ink-soft">{details}</span>}
          <span className="dotted text-ink-soft">
            <span>Reported on {formatUnbrokenDay(created_at)}</span>
            {id !== withButton && (
              <Link to={`/admin/reports?case=${id}`} className="link">
                {case_number}
              </Link>
            )}
          </span>
        </dd>
      ))}
    </div>
  </dl>
);
