import { useState } from "react";
import { useSearchParams } from "react-router";
import { fullNameOf } from "#domain/accounts/accounts.ts";
import { countOf } from "#domain/values/numbers.ts";
import { FeedbackArticle, InviteCustomers, type OwnReviews } from "#web/features/feedback/index.ts";
import type { Profile } from "#web/session/session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";

export const reviewCountOf = (reviews: OwnReviews | null): number =>
  reviews ? reviews.waiting.length + reviews.answered.length : 0;

/** How many there are, and the average as the profile shows it: of each person's newest. */
const summaryOf = ({ waiting, answered }: OwnReviews): string => {
  const all = [...waiting, ...answered];
  const counting = all.filter(({ superseded }) => !superseded);
  const stars = counting.reduce((sum, { rating }) => sum + rating, 0);
  return [
    countOf(all.length, "review", "reviews"),
    counting.length > 0 && `${(stars / counting.length).toFixed(1)} on average`,
    counting.length < all.length && "counting each person's newest",
  ]
    .filter(Boolean)
    .join(", ");
};

/** A provider's reviews: those without a reply first, then the others; null if they could not be loaded. */
export const ReviewsTab = ({
  reviews,
  profile,
}: {
  reviews: OwnReviews | null;
  profile: Profile;
}) => {
  const [params] = useSearchParams();
  // The next one is not opened after it.
  const [opened] = useState(() =>
    params.get("action") === "reply" ? reviews?.waiting[0]?.id : undefined,
  );
  // One that gets its reply moves to the others.
  const listFocus = useListFocus<HTMLDivElement>();
  if (!reviews) return <LoadProblem title="Failed to load feedback" />;
  const name = profile.business_name || fullNameOf(profile, "you");
  if (reviewCountOf(reviews) === 0) {
    return (
      <>
        <InviteCustomers providerId={profile.id} name={name} />
        <EmptyState art="letter" title="No feedback yet">
          Ask people you have worked for to leave feedback on your profile.
        </EmptyState>
      </>
    );
  }
  const { waiting, answered } = reviews;
  const provider = {
    id: profile.id,
    name,
    ratingAverage: null,
  };
  const list = (items: OwnReviews["waiting"], toOpen?: string) =>
    items.map((item) => (
      <FeedbackArticle
        key={item.id}
        item={item}
        provider={provider}
        isOwner
        opened={item.id === toOpen}
        viewerId={profile.id}
      />
    ));
  return (
    <section aria-labelledby="reviews">
      <InviteCustomers providerId={profile.id} name={name} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div>
          <h2 id="reviews" className="text-xl">
            Feedback
          </h2>
          <p className="mt-1 text-ink-soft">
            {summaryOf(reviews)}.{" "}
            {waiting.length > 0
              ? `${waiting.length} without a reply: visitors read your replies too.`
              : "Each has your reply."}
          </p>
        </div>
        <Link to="/directory/me?tab=feedback" className="link">
          See it on your public page
        </Link>
      </div>
      {waiting.length > 0 && <h2 className="mt-6 text-xl">Waiting for your reply</h2>}
      <div {...listFocus}>{list(waiting, opened)}</div>
      {waiting.length > 0 && answered.length > 0 && (
        <h2 className="mt-8 text-xl">With your reply</h2>
      )}
      {list(answered)}
    </section>
  );
};
