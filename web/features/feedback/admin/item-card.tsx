import { Link } from "react-router";
import { formatDay } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Stars } from "#web/ui/stars.tsx";
import type { ModeratedItem, Original } from "./queries.ts";

const StateBadge = ({ state }: { state: ModeratedItem["state"] }) => {
  if (state === "approved") return <Badge tone="success">Approved</Badge>;
  return state === "hidden" ? (
    <Badge tone="danger">Hidden</Badge>
  ) : (
    <Badge tone="warning">Pending</Badge>
  );
};

const Before = ({ original }: { original: Original }) => (
  <details className="mt-3 max-w-prose text-sm">
    <summary className="link inline-flex min-h-8 cursor-pointer items-center">
      Show the original
    </summary>
    <div className="mt-1 border-l-4 border-line pl-4">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <Stars rating={original.rating} size="sm" /> {original.title}
      </p>
      {original.description && <p className="mt-1 whitespace-pre-line">{original.description}</p>}
      <p className="mt-2 text-ink-soft">
        Edited on {formatDay(original.replaced_at)}
        {original.replaced_by && ` by ${original.replaced_by}`}
        {original.reason && `: ${original.reason}`}
      </p>
    </div>
  </details>
);

/** One item with a moderator's actions, and a tick box for doing the same to several. */
export const ItemCard = ({
  item,
  ticked,
  busy,
  onTick,
  onApprove,
  onHide,
  onEdit,
  onDelete,
}: {
  item: ModeratedItem;
  ticked: boolean;
  busy: boolean;
  onTick: () => void;
  onApprove: () => void;
  onHide: () => void;
  onEdit: () => void;
  onDelete: () => void;
}) => {
  const about = <span className="sr-only"> “{item.title}”</span>;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Checkbox
          checked={ticked}
          onChange={onTick}
          className="-mr-3"
          label={<span className="sr-only">Select {item.title}</span>}
        />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg [overflow-wrap:anywhere]">{item.title}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <Stars rating={item.rating} size="sm" />
            <span>
              {item.author_name} on{" "}
              <Link className="link" to={`/directory/${item.provider_id}?tab=feedback`}>
                {item.provider}
              </Link>
            </span>
            <time dateTime={item.created_at}>{formatDay(item.created_at)}</time>
            {item.edited_at && <span>edited by a moderator</span>}
          </p>
        </div>
        <StateBadge state={item.state} />
      </div>
      {item.description && (
        <p className="mt-3 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
          {item.description}
        </p>
      )}
      {item.original && <Before original={item.original} />}
      <div className="mt-5 flex flex-wrap gap-2">
        {item.state !== "approved" && (
          <Button size="sm" busy={busy} onClick={onApprove}>
            Approve
            {about}
          </Button>
        )}
        {item.state !== "hidden" && (
          <Button size="sm" variant="outline" onClick={onHide}>
            {item.state === "approved" ? "Remove approval" : "Hide"}
            {about}
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={onEdit}>
          Edit
          {about}
        </Button>
        <Button size="sm" variant="quiet" onClick={onDelete}>
          Delete
          {about}
        </Button>
      </div>
    </Card>
  );
};
