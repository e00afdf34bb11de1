import { displayName } from "#domain/providers.ts";
import { formatPaddedDay } from "#domain/values/dates.ts";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Stars } from "#web/ui/stars.tsx";
import type { NewestReview } from "./queries.ts";

/** Reviews of several providers, each with the name of who it is about; in two columns beside something else. */
export const ReviewQuotes = ({
  reviews,
  beside = false,
}: {
  reviews: readonly NewestReview[];
  beside?: boolean;
}) => (
  <ul className={cx("grid gap-x-6 gap-y-10", beside ? "lg:grid-cols-2" : "sm:grid-cols-3")}>
    {reviews.map((review) => (
      <li key={review.id} className="border-t-2 border-ink pt-5 wrap-anywhere">
        <figure className="flex h-full flex-col">
          <Stars rating={review.rating} />
          <blockquote className="mt-3">
            <p className="font-display text-xl leading-snug font-semibold tracking-title">
              {review.title}
            </p>
            {review.description && <p className="mt-2 line-clamp-4">{review.description}</p>}
          </blockquote>
          <figcaption className="mt-auto pt-4 text-sm text-ink-soft">
            <span className="font-semibold text-ink">{review.author_name}</span>, on{" "}
            <Link to={`/directory/${review.provider_id}`} className="link">
              {displayName(review.provider)}
            </Link>
            <span className="block">
              <time dateTime={review.created_at}>{formatPaddedDay(review.created_at)}</time>
              {review.edited_at && ", edited by a moderator"}
            </span>
          </figcaption>
        </figure>
      </li>
    ))}
  </ul>
);
