import { formatDay } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Column } from "#web/ui/table.tsx";
import { BUSINESS_STATES, type Business } from "../queries.ts";
import { ClaimLink } from "./claim-link.tsx";

const State = ({
  business: { claimed, claim_date, owner_name, waits },
}: {
  business: Business;
}) => {
  if (!claimed)
    return waits ? (
      <Badge tone="warning">{BUSINESS_STATES.waiting}</Badge>
    ) : (
      <Badge>{BUSINESS_STATES.unclaimed}</Badge>
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="success">Claimed</Badge>{" "}
      <span className="text-ink-soft">
        {owner_name && (
          <>
            by{" "}
            <Link to={`/admin/users?q=${encodeURIComponent(owner_name)}`} className="link">
              {owner_name}
            </Link>{" "}
          </>
        )}
        {claim_date && <span className="whitespace-nowrap">on {formatDay(claim_date)}</span>}
      </span>
    </span>
  );
};

/** The columns of the list of businesses. */
export const COLUMNS: Column<Business>[] = [
  {
    key: "name",
    header: "Business",
    primary: true,
    cell: ({ business_name, business_email }) => (
      <span className="block [overflow-wrap:anywhere]">
        {business_name}
        <span className="block text-sm font-normal text-ink-soft">
          {business_email ?? "No email"}
        </span>
      </span>
    ),
  },
  { key: "state", header: "State", cell: (business) => <State business={business} /> },
  {
    key: "added",
    header: "Added",
    labelled: true,
    cell: ({ created_at }) => (
      <span className="whitespace-nowrap text-ink-soft">{formatDay(created_at)}</span>
    ),
  },
  {
    key: "link",
    header: "Action",
    align: "end",
    wide: true,
    cell: (business) =>
      !business.claimed && (
        <span className="flex flex-wrap items-center gap-2 max-sm:pt-2 sm:justify-end sm:max-lg:-mt-9 sm:max-lg:pointer-coarse:-mt-11">
          {business.waits ? (
            <a href="#claims" className={buttonClass("outline", "sm")}>
              Review claim<span className="sr-only"> to {business.business_name}</span>
            </a>
          ) : (
            <ClaimLink business={business} />
          )}
        </span>
      ),
  },
];
