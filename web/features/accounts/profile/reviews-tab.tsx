import { formatPaddedDay } from "#domain/values/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Stars } from "#web/ui/stars.tsx";
import type { Review } from "./queries.ts";

/** Reviews of a provider; null if they could not be loaded. */
export const ReviewsTab = ({ reviews }: { reviews: Review[] | null }) => {
  if (!reviews) return <LoadProblem title="Failed to load feedback" />;
  if (reviews.length === 0) {
    return (
      <EmptyState art="letter" title="No feedback yet">
        Ask people you have worked for to leave feedback on your profile.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 max-w-3xl">
        <h2 className="text-xl">Feedback</h2>
        <Link to="/directory/me?tab=feedback" className="link">
          Reply on your public page
        </Link>
      </div>
      <ul className="max-w-3xl">
        {reviews.map((review) => (
          <li key={review.id} className="border-b border-line py-5 last:border-b-0">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="font-semibold">{review.reviewer_name}</p>
              <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
                {review.edited_at && <span>edited by a moderator</span>}
                <time dateTime={review.created_at}>{formatPaddedDay(review.created_at)}</time>
              </p>
            </div>
            <div className="mt-1">
              <Stars rating={review.rating} size="sm" />
            </div>
            <p className="mt-2 whitespace-pre-line break-words">{review.message}</p>
          </li>
        ))}
      </ul>
    </>
  );
};
