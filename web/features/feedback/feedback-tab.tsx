import { Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { FEEDBACK_LABELS, labelOf, mayGiveFeedback } from "#domain/feedback/feedback.ts";
import { FEEDBACK_PENDING, FEEDBACK_RECEIVED } from "#domain/feedback/messages.ts";
import { formatDay } from "#domain/values/dates.ts";
import { lazy } from "#web/session/parts.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { requestLogIn } from "#web/ui/connected/request-log-in.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { FeedbackArticle, feedbackId, type ReviewedProvider } from "./feedback-article.tsx";
import { feedbackPath, isFiltered } from "./filters.ts";
import { FeedbackControls, Overview } from "./overview.tsx";
import { FEEDBACK_PAGE, type FeedbackItem, type FeedbackPage, type Reviewer } from "./queries.ts";

const FeedbackForm = lazy(async () => ({
  default: (await import("./feedback-form.tsx")).FeedbackForm,
}));

/** The actions for a visitor, a reviewer or the owner. */
const Invitation = ({
  provider,
  viewer,
  own,
  loginPath,
}: {
  provider: ReviewedProvider;
  viewer: Reviewer | null;
  /** Their own newest feedback, if it is on this page. */
  own: FeedbackItem | undefined;
  loginPath: string;
}) => {
  const { hash, key } = useLocation();
  const [writing, setWriting] = useState(false);
  const [sent, setSent] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the way here is taken
  useEffect(() => {
    if (hash !== "#leave-feedback") return;
    setWriting(true);
    heading.current?.focus();
  }, [hash, key]);
  // The form's heading is read out and the stars follow; after Cancel, the button that opens it again.
  useEffect(() => {
    if (writing) heading.current?.focus();
    else if (wasWriting.current) opener.current?.focus();
    wasWriting.current = writing;
  }, [writing]);
  if (!viewer) {
    return (
      <ButtonLink
        to={loginPath}
        variant="outline"
        data-scripted=""
        className="for-others print:hidden"
        onClick={() => requestLogIn("feedback", provider.id)}
      >
        Add Feedback
      </ButtonLink>
    );
  }
  if (viewer.opensAt !== null) {
    return (
      <div className="mb-4 w-full print:hidden">
        <Alert tone="info" title={`You can leave feedback from ${formatDay(viewer.opensAt)}`}>
          It opens the day after the work starts, or as soon as you and {provider.name} have both
          said that it's done.
        </Alert>
      </div>
    );
  }
  if (viewer.given === "hidden") {
    return (
      <div className="mb-4 w-full print:hidden">
        <Alert tone="warning" title="Your feedback isn't shown">
          A moderator has hidden your feedback for {provider.name}. The reason was sent to you by
          email.
        </Alert>
      </div>
    );
  }
  if (!mayGiveFeedback(viewer, provider.id)) {
    return viewer.given ? (
      <div className="mb-4 w-full print:hidden">
        <Alert
          tone="success"
          title={FEEDBACK_RECEIVED}
          focused={sent}
          action={
            own && (
              <a href={`#${feedbackId(own)}`} className={buttonClass("outline", "sm")}>
                See your feedback
              </a>
            )
          }
        >
          {viewer.given === "pending"
            ? FEEDBACK_PENDING
            : sent
              ? `It's public now, and ${provider.name} can reply to it.`
              : `You have left feedback for ${provider.name}.`}
        </Alert>
      </div>
    ) : null;
  }
  if (!writing) {
    return (
      <Button ref={opener} onClick={() => setWriting(true)}>
        Add Feedback
      </Button>
    );
  }
  return (
    <Card id="leave-feedback" className="mb-5 w-full print:hidden">
      <div className="mb-5">
        <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
          Leave feedback for {provider.name}
        </h3>
        {viewer.job && <p className="text-ink-soft wrap-anywhere">About “{viewer.job}”</p>}
      </div>
      <Suspense fallback={<Spinner />}>
        <FeedbackForm
          key={viewer.hireId}
          providerId={provider.id}
          userId={viewer.userId}
          hireId={viewer.hireId}
          publication={viewer.publication}
          onDone={() => {
            setWriting(false);
            setSent(true);
          }}
          onCancel={() => setWriting(false)}
        />
      </Suspense>
    </Card>
  );
};

/** Items of this page, or why there are none. */
const Items = ({
  provider,
  page,
  viewerId,
}: {
  provider: ReviewedProvider;
  page: FeedbackPage;
  viewerId: string | undefined;
}) => {
  const { filters, items, matching } = page;
  const isOwner = viewerId === provider.id;
  if (items.length > 0) {
    return (
      <div>
        {items.map((item) => (
          <FeedbackArticle
            key={item.id}
            item={item}
            provider={provider}
            isOwner={isOwner}
            viewerId={viewerId}
          />
        ))}
      </div>
    );
  }
  if (isFiltered(filters) || matching > 0) {
    return (
      <EmptyState art="lost" title="No feedback matches">
        <p>
          <Link to={feedbackPath(provider.id, {})} className="link">
            Show all feedback
          </Link>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState art="letter" title="No feedback yet">
      <p>
        {isOwner
          ? "Ask people you have worked for to leave feedback here."
          : "Be the first to leave feedback."}
      </p>
    </EmptyState>
  );
};

/** The Feedback tab of a provider's page; the address says which part of it is shown. */
export const FeedbackTab = ({
  provider,
  page,
  viewer,
  loginPath,
}: {
  provider: ReviewedProvider;
  page: FeedbackPage;
  viewer: Reviewer | null;
  loginPath: string;
}) => {
  const { filters, items, matching, summary } = page;
  return (
    <section aria-labelledby="feedback">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h2 id="feedback" className="text-2xl">
          Feedback
        </h2>
        <Invitation
          provider={provider}
          viewer={viewer}
          own={items.find(({ user_id }) => user_id !== null && user_id === viewer?.userId)}
          loginPath={loginPath}
        />
      </div>
      <div className="mb-6 empty:hidden">
        <Overview
          providerId={provider.id}
          average={provider.ratingAverage}
          summary={summary}
          filters={filters}
        />
      </div>
      {summary.total > 1 && <FeedbackControls filters={filters} />}
      <p role="status" className="mt-4 text-sm text-ink-soft">
        {isFiltered(filters) && (
          <>
            Showing {matching} of {summary.total}.{" "}
            <Link to={feedbackPath(provider.id, { order: filters.order })} className="link">
              Show all
            </Link>
          </>
        )}
      </p>
      <Items provider={provider} page={page} viewerId={viewer?.userId} />
      {(["hire", "contact"] as const)
        .filter(
          // The filter above names a hire.
          (label) =>
            (label === "hire" && summary.total > 1) ||
            items.some((item) => labelOf(item) === label),
        )
        .map((label) => (
          <p key={label} className="mt-1 text-sm text-ink-soft first-of-type:mt-4">
            <strong>{FEEDBACK_LABELS[label].name}:</strong> {FEEDBACK_LABELS[label].meaning}
          </p>
        ))}
      <div className="mt-8">
        <Pagination
          page={filters.page}
          pageCount={Math.ceil(matching / FEEDBACK_PAGE)}
          href={(number) => feedbackPath(provider.id, { ...filters, page: number })}
          label="Pages of feedback"
        />
      </div>
    </section>
  );
};
