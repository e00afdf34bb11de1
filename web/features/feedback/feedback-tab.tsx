import { useState } from "react";
import { useLocation } from "react-router";
import { formatDay } from "#domain/dates.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { FeedbackForm } from "./feedback-form.tsx";
import type { FeedbackItem, Publication } from "./queries.ts";
import { Reply } from "./reply.tsx";

interface Provider {
  id: string;
  name: string;
  ratingAverage: number | null;
  ratingCount: number;
}

const Item = ({
  item,
  provider,
  isOwner,
}: {
  item: FeedbackItem;
  provider: Provider;
  isOwner: boolean;
}) => (
  <article className="border-b border-line py-6 last:border-0">
    <div className="flex items-start gap-3">
      <Avatar name={item.author_name} size="sm" />
      <div className="min-w-0 flex-1">
        <h3 className="text-lg">{item.title}</h3>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <Stars rating={item.rating} size="sm" />
          <span>{item.author_name}</span>
          <time dateTime={item.created_at}>{formatDay(item.created_at)}</time>
          {item.edited_at && <span>edited by a moderator</span>}
        </p>
        {item.description && <p className="mt-3 whitespace-pre-line">{item.description}</p>}
        <Reply item={item} provider={provider} isOwner={isOwner} />
      </div>
    </div>
  </article>
);

/** What a visitor, a reviewer or the owner may do here. */
const Invitation = ({
  provider,
  viewer,
  loginPath,
  publication,
}: {
  provider: Provider;
  viewer: { userId: string; reviewed: boolean } | null;
  loginPath: string;
  publication: Publication;
}) => {
  const { hash } = useLocation();
  const [writing, setWriting] = useState(hash === "#leave-feedback");
  if (!viewer) {
    return (
      <ButtonLink to={loginPath} variant="outline">
        Add Feedback
      </ButtonLink>
    );
  }
  if (viewer.userId === provider.id) return null;
  if (viewer.reviewed) {
    return (
      <Alert tone="success" title="Thank you for your feedback">
        You have reviewed {provider.name}.
      </Alert>
    );
  }
  if (!writing) return <Button onClick={() => setWriting(true)}>Add Feedback</Button>;
  return (
    <Card id="leave-feedback">
      <h3 className="mb-5 text-xl">Leave feedback for {provider.name}</h3>
      <FeedbackForm
        providerId={provider.id}
        userId={viewer.userId}
        publication={publication}
        onDone={() => setWriting(false)}
        onCancel={() => setWriting(false)}
      />
    </Card>
  );
};

/** The Feedback tab of a provider's page. */
export const FeedbackTab = ({
  provider,
  items,
  viewer,
  loginPath,
  publication,
}: {
  provider: Provider;
  items: FeedbackItem[];
  viewer: { userId: string; reviewed: boolean } | null;
  loginPath: string;
  publication: Publication;
}) => (
  <section aria-labelledby="feedback" className="max-w-3xl">
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
      <h2 id="feedback" className="text-2xl">
        Feedback
      </h2>
      {provider.ratingAverage !== null && (
        <Stars rating={provider.ratingAverage} count={provider.ratingCount} showValue size="lg" />
      )}
    </div>
    <Invitation
      provider={provider}
      viewer={viewer}
      loginPath={loginPath}
      publication={publication}
    />
    {items.length === 0 ? (
      <EmptyState art="letter" title="No feedback yet">
        <p>Nobody has reviewed {provider.name} so far.</p>
      </EmptyState>
    ) : (
      <div className="mt-4">
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            provider={provider}
            isOwner={viewer?.userId === provider.id}
          />
        ))}
      </div>
    )}
    {provider.ratingCount > items.length && (
      <p className="mt-6 text-sm text-ink-soft">
        Showing the newest {items.length} of {provider.ratingCount}.
      </p>
    )}
  </section>
);
