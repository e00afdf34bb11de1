import { daysUntil, formatDay, formatTimeOrMoment } from "#domain/values/dates.ts";
import { ReportButton } from "#web/features/reports/index.ts";
import { cx } from "#web/ui/cx.ts";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import { PrivatePictureButton } from "#web/ui/pictures/private-picture.tsx";
import type { Thread } from "./queries.ts";

/** The id of its element. */
export const messageId = (id: string): string => `message-${id}`;

const dayOf = (at: string): string => {
  const days = daysUntil(at);
  return days === 0 ? "Today" : days === -1 ? "Yesterday" : formatDay(at);
};

/** One message of a conversation. */
export const Message = ({
  message,
  mine,
  name,
  seen,
  newDay,
}: {
  message: Thread["messages"][number];
  mine: boolean;
  name: string;
  /** When the other side read it, said beneath the last one that they have. */
  seen: string | null;
  /** The first of a day, which is said above it. */
  newDay: boolean;
}) => (
  <li id={messageId(message.id)} className="grid grid-cols-1">
    {newDay && (
      <p className="mb-3 text-center text-sm text-ink-soft">
        <time dateTime={message.created_at}>{dayOf(message.created_at)}</time>
      </p>
    )}
    <div
      className={cx(
        "group max-w-[min(85%,40rem)]",
        mine ? "justify-self-end" : "justify-self-start",
      )}
    >
      <p
        className={cx(
          "flex min-h-8 items-center gap-2 text-sm text-ink-soft",
          mine && "justify-end",
        )}
      >
        <span className="wrap-anywhere">
          {/* Of two people, the side says whose it is. */}
          <span className="sr-only">{mine ? "You" : name} · </span>
          <time dateTime={message.created_at}>
            {formatTimeOrMoment(message.created_at, message.created_at)}
          </time>
        </span>
        {!mine && (
          // With a mouse it appears over its message; touch and keyboard always reach it.
          <span className="focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0">
            <ReportButton
              target={{ type: "message", id: message.id }}
              what={`message from ${name}`}
              compact
            />
          </span>
        )}
      </p>
      <div
        className={cx(
          "grid gap-3 rounded-lg px-4 py-3 wrap-anywhere",
          mine ? "bg-brand-wash" : "border border-line bg-surface",
        )}
      >
        {message.body && <p className="whitespace-pre-line">{message.body}</p>}
        <PictureStrip
          pictures={message.pictures}
          title={mine ? "Pictures from you" : `Pictures from ${name}`}
          from={mine ? "you" : name}
          className=""
          Item={PrivatePictureButton}
        />
      </div>
      {seen && (
        <p className="mt-1 text-right text-sm text-ink-soft">
          Seen <time dateTime={seen}>{formatTimeOrMoment(seen, message.created_at)}</time>
        </p>
      )}
    </div>
  </li>
);
