import Link2 from "lucide-react/icons/link-2";
import MoreHorizontal from "lucide-react/icons/more-horizontal";
import Send from "lucide-react/icons/send";
import { claimPath } from "#domain/businesses/businesses.ts";
import { formatDay } from "#domain/values/dates.ts";
import type { Selection } from "#web/ui/admin/selection.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import type { Column } from "#web/ui/table.tsx";
import { BUSINESS_STATES, type Business } from "../queries.ts";

/** Whether nobody owns or has claimed it, so that its claim link is useful. */
const isFree = ({ claimed, waits }: Business): boolean => !claimed && !waits;

/** Whether it can be emailed its claim link. */
export const isInvitable = (business: Business): boolean =>
  isFree(business) && Boolean(business.business_email);

const State = ({
  business: { business_name, claimed, claim_date, owner_name, waits, link_sent_at },
}: {
  business: Business;
}) => {
  if (waits)
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="warning">{BUSINESS_STATES.waiting}</Badge>
        <a href="#claims" className="link">
          Review claim<span className="sr-only"> to {business_name}</span>
        </a>
      </span>
    );
  if (!claimed)
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge>{BUSINESS_STATES.unclaimed}</Badge>
        {link_sent_at && (
          <span className="text-ink-soft">Link emailed {formatDay(link_sent_at)}</span>
        )}
      </span>
    );
  return (
    <>
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
    </>
  );
};

const Actions = ({
  business,
  busy,
  onSend,
}: {
  business: Business;
  /** Links are being sent. */
  busy: boolean;
  onSend: (businesses: readonly Business[]) => void;
}) => (
  <Menu
    trigger={
      <IconButton
        className="-my-2.5"
        label={`Actions for ${business.business_name}`}
        icon={<MoreHorizontal />}
      />
    }
  >
    {isInvitable(business) && (
      <MenuItem icon={<Send />} disabled={busy} onSelect={() => onSend([business])}>
        Email claim link
      </MenuItem>
    )}
    <MenuItem
      icon={<Link2 />}
      onSelect={() => void copyText(window.location.origin + claimPath(business.id), "claim link")}
    >
      Copy claim link
    </MenuItem>
  </Menu>
);

/** The columns of the list of businesses. */
export const columnsOf = (
  selection: Selection<Business>,
  busy: boolean,
  onSend: (businesses: readonly Business[]) => void,
): Column<Business>[] => [
  {
    key: "name",
    // Above the names, not the tick boxes.
    header: <span className="lg:pl-9">Business</span>,
    primary: true,
    cell: (business) => (
      <span className="flex">
        {isInvitable(business) ? (
          <Checkbox
            className="-mt-0.5"
            checked={selection.has(business)}
            onChange={() => selection.toggle(business)}
            label={<span className="sr-only">Select {business.business_name}</span>}
          />
        ) : (
          <span className="w-9 shrink-0" />
        )}
        <span className="min-w-0 wrap-anywhere">
          {business.business_name}
          <span className="block text-sm font-normal text-ink-soft">
            {business.business_email ?? "No email"}
          </span>
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
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    align: "end",
    corner: true,
    cell: (business) =>
      isFree(business) && <Actions business={business} busy={busy} onSend={onSend} />,
  },
];
