import { Suspense } from "react";
import { invitedBy } from "#domain/feedback/feedback.ts";
import { formatMonth, formatPaddedDay } from "#domain/values/dates.ts";
import { ReportButton } from "#web/features/reports/index.ts";
import { lazy } from "#web/session/parts.ts";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { FeedbackLabel } from "./label.tsx";
import type { FeedbackItem } from "./queries.ts";
import { Reply } from "./reply.tsx";

const OwnPictures = lazy(async () => ({
  default: (await import("./own-pictures.tsx")).OwnPictures,
}));

/** The provider whom feedback is about. */
export interface ReviewedProvider {
  id: string;
  name: string;
  ratingAverage: number | null;
}

/** Its place on the page. */
export const feedbackId = ({ id }: Pick<FeedbackItem, "id">): string => `feedback-${id}`;

/** The reviewer's text before a moderator edited it. */
const Original = ({ title, description }: { title: string; description: string | null }) => (
  <details className="mt-3 text-sm">
    <summary className="link cursor-pointer">Show the original</summary>
    <blockquote className="mt-2 border-l-2 border-line pl-4 text-ink-soft">
      <p className="font-medium">{title}</p>
      {description && <p className="mt-1 whitespace-pre-line">{description}</p>}
    </blockquote>
  </details>
);

/** One review on a provider's page, with its reply; its author can change their pictures. */
export const FeedbackArticle = ({
  item,
  provider,
  isOwner,
  opened = false,
  viewerId,
}: {
  item: FeedbackItem;
  provider: ReviewedProvider;
  isOwner: boolean;
  /** The owner came to reply to it. */
  opened?: boolean;
  viewerId: string | undefined;
}) => {
  const isAuthor = item.user_id !== null && item.user_id === viewerId;
  return (
    <article id={feedbackId(item)} className="border-b border-line py-6 last:border-0">
      <div className="flex items-start gap-3">
        <Avatar name={item.author_name} size="sm" />
        <div className="min-w-0 flex-1">
          <h3 className="text-lg">{item.title}</h3>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <Stars rating={item.rating} size="sm" />
            <span>{isAuthor ? `${item.author_name} (you)` : item.author_name}</span>
            {item.invited ? <span>{invitedBy(provider.name)}</span> : <FeedbackLabel item={item} />}
            <time dateTime={item.created_at}>{formatPaddedDay(item.created_at)}</time>
            {item.edited_at && <span>edited by a moderator</span>}
            {item.superseded && <span>not in the rating: this person's newest review is</span>}
            {!isAuthor && (
              <ReportButton
                compact
                target={{ type: "feedback", id: item.id }}
                what={`feedback “${item.title}”`}
              />
            )}
          </div>
          {item.work && item.worked_on && (
            <p className="mt-3 text-sm text-ink-soft">
              {item.work}, {formatMonth(item.worked_on)}
            </p>
          )}
          {item.description && (
            <p className="mt-3 max-w-prose whitespace-pre-line">{item.description}</p>
          )}
          {item.original_title !== null && (
            <Original title={item.original_title} description={item.original_description} />
          )}
          {isAuthor && item.pictures.length > 0 ? (
            <Suspense fallback={<Spinner />}>
              <OwnPictures item={item} />
            </Suspense>
          ) : (
            <PictureStrip pictures={item.pictures} title={item.title} from={item.author_name} />
          )}
          <Reply item={item} provider={provider} isOwner={isOwner} opened={opened} />
        </div>
      </div>
    </article>
  );
};
