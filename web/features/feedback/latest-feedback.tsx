import type { ReactNode } from "react";
import type { FeedbackQuote } from "#domain/providers/results.ts";
import { formatPaddedDay } from "#domain/values/dates.ts";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { Stars } from "#web/ui/stars.tsx";
import { FeedbackLabel } from "./label.tsx";

/** The latest feedback about a provider, in short. */
export const LatestFeedback = ({
  about,
  items,
  total,
  path,
  columns = "sm:grid-cols-2",
  action,
}: {
  /** The provider's name, on pages that are not only about them. */
  about?: string;
  items: readonly FeedbackQuote[];
  total: number;
  /** The address of all feedback. */
  path: string;
  columns?: string;
  /** Under it, such as a link to leave some. */
  action?: ReactNode;
}) => {
  if (items.length === 0 && !action) return null;
  return (
    <section aria-labelledby="latest-feedback">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="latest-feedback" className="text-xl">
          Latest feedback
        </h2>
        {total > 0 && (
          <Link to={path} data-scripted="" className="link text-sm print:hidden">
            {total > 1 ? `Read all ${total}` : "Read the review"}
          </Link>
        )}
      </div>
      {about && <p className="-mt-2 mb-3 text-sm text-ink-soft">About {about}</p>}
      {total === 0 && <p className="text-ink-soft">No feedback yet.</p>}
      <ul
        className={cx("grid gap-4", columns)}
        {...sameHtml(["quotes", items], () =>
          items.map((item) => (
            <li
              key={item.id}
              className="flex flex-col rounded-lg border border-line bg-surface p-5"
            >
              <Stars rating={item.rating} size="sm" />
              <h3 className="mt-2 text-base leading-snug">{item.title}</h3>
              {item.description && (
                <p className="mt-1.5 line-clamp-4 text-sm">{item.description}</p>
              )}
              <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-3 text-sm text-ink-soft">
                <span>{item.author_name}</span>
                <FeedbackLabel item={item} />
                {item.edited_at && <span>edited by a moderator</span>}
                <time dateTime={item.created_at}>{formatPaddedDay(item.created_at)}</time>
              </p>
            </li>
          )),
        )}
      />
      {action && <div className="mt-5 print:hidden">{action}</div>}
    </section>
  );
};
