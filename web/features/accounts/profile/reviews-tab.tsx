import { formatPaddedDay } from "#domain/values/dates.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Stars } from "#web/ui/stars.tsx";
import type { Review } from "./queries.ts";

const Item = ({ review }: { review: Review }) => (
  <li className="border-b border-line py-5 last:border-b-0">
    <h3 className="text-base wrap-anywhere">{review.title}</h3>
    <div className="dotted mt-1 items-center text-sm text-ink-soft">
      <Stars rating={review.rating} size="sm" />
      <span>{review.author_name}</span>
      {review.edited_at && <span>edited by a moderator</span>}
      <time dateTime={review.created_at}>{formatPaddedDay(review.created_at)}</time>
    </div>
    {review.description && (
      <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{review.description}</p>
    )}
    {review.reply ? (
      <p className="mt-3 max-w-prose border-l-3 border-brand bg-brand-wash px-4 py-3 text-sm whitespace-pre-line wrap-anywhere">
        <strong>Your reply:</strong> {review.reply}
      </p>
    ) : (
      <p className="mt-2 text-sm font-semibold text-warning">No reply yet</p>
    )}
  </li>
);

/** A provider's reviews, and the way to reply to them; null if they could not be loaded. */
export const ReviewsTab = ({ reviews }: { reviews: Review[] | null }) => {
  if (!reviews) return <LoadProblem title="Failed to load feedback" />;
  if (reviews.length === 0) {
    return (
      <EmptyState art="letter" title="No feedback yet">
        Ask people you have worked for to leave feedback on your profile.
      </EmptyState>
    );
  }
  const open = reviews.filter(({ reply }) => !reply).length;
  return (
    <section aria-labelledby="reviews">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="reviews" className="text-xl">
          Feedback
        </h2>
        {/* Replies are written where visitors read them. */}
        {open > 0 ? (
          <ButtonLink
            to="/directory/me?tab=feedback&unanswered=yes&action=reply"
            variant="solid"
            size="sm"
          >
            Reply to {open} {open === 1 ? "review" : "reviews"}
          </ButtonLink>
        ) : (
          <Link to="/directory/me?tab=feedback" className="link">
            See it on your public page
          </Link>
        )}
      </div>
      <ul>
        {reviews.map((review) => (
          <Item key={review.id} review={review} />
        ))}
      </ul>
    </section>
  );
};
