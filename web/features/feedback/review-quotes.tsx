import { displayName } from "#domain/providers.ts";
import { formatPaddedDay } from "#domain/values/dates.ts";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Stars } from "#web/ui/stars.tsx";
import type { NewestReview } from "./queries.ts";

/**
 * Reviews of several providers, each with the name of who it is about. `beside` the card of one provider they are
 * smaller and name nobody, and where there is one column only the first two are shown.
 */
export const ReviewQuotes = ({
  reviews,
  beside = false,
}: {
  reviews: readonly NewestReview[];
  beside?: boolean;
}) => (
  <ul className={cx("grid gap-x-6", beside ? "gap-y-6 lg:grid-cols-2" : "gap-y-10 sm:grid-cols-3")}>
    {reviews.map((review, index) => (
      <li
        key={review.id}
        className={cx(
          "wrap-anywhere",
          beside ? "border-t border-line pt-4" : "border-t-2 border-ink pt-5",
          beside && index > 1 && "max-lg:hidden",
        )}
      >
        <figure className="flex h-full flex-col">
          <Stars rating={review.rating} size={beside ? "sm" : undefined} />
          <blockquote className={beside ? "mt-2" : "mt-3"}>
            <p
              className={cx(
                "font-display leading-snug font-semibold",
                beside ? "text-base" : "text-xl tracking-title",
              )}
            >
              {review.title}
            </p>
            {review.description && (
              <p className={cx("line-clamp-4", beside ? "mt-1 text-sm" : "mt-2")}>
                {review.description}
              </p>
            )}
          </blockquote>
          <figcaption className={cx("text-sm text-ink-soft", beside ? "pt-2" : "mt-auto pt-4")}>
            <span className="font-semibold text-ink">{review.author_name}</span>
            {!beside && (
              <>
                , on{" "}
                <Link to={`/directory/${review.provider_id}`} className="link">
                  {displayName(review.provider)}
                </Link>
              </>
            )}
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
