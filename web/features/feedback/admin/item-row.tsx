import { formatDay, formatPaddedDay } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { RemovablePictures } from "#web/ui/pictures/removable-pictures.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { FeedbackLabel } from "../label.tsx";
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
        <span>Edited on {formatDay(original.replaced_at)}</span>
        {original.replaced_by && <span> by {original.replaced_by}</span>}
        {original.reason && <span>: {original.reason}</span>}
      </p>
    </div>
  </details>
);

/** Longer descriptions fill more than the two lines that a wide screen gives them, or more of a narrow one than should be shown at once. */
const LONG = 180;
const LONG_IN_FULL_WIDTH = 210;
const LONG_ON_A_PHONE = 250;

const Description = ({ text }: { text: string }) =>
  text.length <= LONG && !text.includes("\n") ? (
    <p className="text-sm wrap-anywhere">{text}</p>
  ) : (
    <details className="group text-sm">
      <summary className="flex cursor-pointer list-none gap-x-2 max-lg:flex-col max-lg:items-start [&::-webkit-details-marker]:hidden">
        <span
          className={cx(
            "min-w-0 wrap-anywhere group-open:hidden lg:line-clamp-2",
            text.length > LONG_ON_A_PHONE && "line-clamp-3",
          )}
        >
          {text}
        </span>
        <span
          className={cx(
            "link shrink-0",
            text.length <= LONG_ON_A_PHONE && "max-lg:hidden",
            text.length <= LONG_IN_FULL_WIDTH && !text.includes("\n") && "xl:hidden",
          )}
        >
          <span className="group-open:hidden">Read all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
    </details>
  );

/** One item in a row, with a moderator's actions, and a tick box for doing the same to several. */
export const ItemRow = ({
  item,
  showState,
  ticked,
  busy,
  onTick,
  onApprove,
  onHide,
  onEdit,
  onDelete,
  onRemovePicture,
}: {
  item: ModeratedItem;
  /** Where the list has items of several states. */
  showState: boolean;
  ticked: boolean;
  busy: boolean;
  onTick: () => void;
  onApprove: () => void;
  onHide: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onRemovePicture: (picture: string) => void;
}) => {
  const about = <span className="sr-only"> “{item.title}”</span>;
  const canApprove = item.state !== "approved";
  const canHide = item.state !== "hidden";
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1 gap-y-2 py-2.5 focus-within:bg-hover lg:flex lg:items-center lg:gap-x-6">
      <Checkbox
        checked={ticked}
        onChange={onTick}
        className="self-start lg:-mr-4"
        label={<span className="sr-only">Select {item.title}</span>}
      />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-baseline gap-x-3 max-lg:mb-1.5 max-lg:gap-y-1">
          <h2 className="text-base font-semibold [overflow-wrap:anywhere] max-lg:basis-full">
            {item.title}
          </h2>
          <p className="contents text-sm text-ink-soft max-lg:flex max-lg:flex-wrap max-lg:gap-x-3">
            <span className="order-first flex self-center">
              <Stars rating={item.rating} size="sm" />
            </span>
            <span>
              {item.author_name} on{" "}
              <Link className="link" to={`/directory/${item.provider_id}?tab=feedback`}>
                {item.provider}
              </Link>
            </span>
            <time dateTime={item.created_at}>{formatPaddedDay(item.created_at)}</time>
            <FeedbackLabel item={item} />
            {item.own_network && <Badge tone="warning">From the professional's own network</Badge>}
            {item.same_network > 0 && (
              <Badge tone="warning">
                {item.same_network === 1 ? "1 more" : `${item.same_network} more`} from its network
              </Badge>
            )}
            {item.edited_at && <span>edited by a moderator</span>}
          </p>
        </div>
        {item.description && <Description text={item.description} />}
        <RemovablePictures
          pictures={item.pictures}
          from={item.author_name}
          of={item.title}
          disabled={busy}
          onRemove={onRemovePicture}
        />
        {item.original && <Before original={item.original} />}
      </div>
      <div className="col-start-2 flex shrink-0 flex-wrap items-center gap-1.5 max-lg:gap-0.5">
        {showState && <StateBadge state={item.state} />}
        {canApprove && (
          <Button
            size="sm"
            variant="outline"
            className="border-brand! text-brand!"
            busy={busy}
            onClick={onApprove}
          >
            Approve
            {about}
          </Button>
        )}
        {canHide && (
          <Button size="sm" variant="quiet" onClick={onHide}>
            {item.state === "approved" ? "Remove approval" : "Hide"}
            {about}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={onEdit}>
          Edit
          {about}
        </Button>
        <Button size="sm" variant="quiet" className="ml-auto text-ink-soft!" onClick={onDelete}>
          Delete
          {about}
        </Button>
      </div>
    </div>
  );
};
