import Banknote from "lucide-react/icons/banknote";
import CalendarDays from "lucide-react/icons/calendar-days";
import MapPin from "lucide-react/icons/map-pin";
import { labelOf } from "#domain/categories.ts";
import { picturesOf } from "#domain/providers-portfolio.ts";
import { formatDay } from "#domain/values/dates.ts";
import { SaveJobButton } from "#web/features/accounts/bookmarks/index.ts";
import { Picture } from "#web/features/providers/portfolio/index.ts";
import { ReportButton } from "#web/features/reports/index.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { JobContact } from "./job-contact.tsx";
import type { Job } from "./queries.ts";
import type { JobHire, JobQuote, OwnQuote } from "./quotes/queries.ts";

/** What the signed-in provider has done with the jobs shown. */
export interface JobViewer {
  userId: string;
  isProvider: boolean;
  isAdmin: boolean;
  savedIds: string[];
  revealedIds: string[];
  /** The provider's own quote for the job of the page. */
  quote: OwnQuote | null;
  /** For the job of the page, if it is the person's own. */
  own: { quotes: JobQuote[]; hire: JobHire | null } | null;
}

/** The categories of a job. */
export const JobCategories = ({ job }: { job: Job }) => (
  <ul className="mt-3 flex flex-wrap gap-2">
    {job.categories.map((selection) => (
      <li key={selection}>
        <Badge tone="brand">{labelOf(selection)}</Badge>
      </li>
    ))}
  </ul>
);

/** Budget, place and day of a job. */
export const JobFacts = ({ job }: { job: Job }) => (
  <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm text-ink-soft [&_dd]:flex [&_dd]:items-center [&_dd]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0">
    <dt className="sr-only">Budget</dt>
    <dd>
      <Banknote aria-hidden="true" />
      {job.budget ?? "Budget to be agreed"}
    </dd>
    {job.location && (
      <>
        <dt className="sr-only">Location</dt>
        <dd>
          <MapPin aria-hidden="true" />
          {job.location}
        </dd>
      </>
    )}
    <dt className="sr-only">Posted</dt>
    <dd>
      <CalendarDays aria-hidden="true" />
      <time dateTime={job.posted_date}>{formatDay(job.posted_date)}</time>
    </dd>
  </dl>
);

/** How many more providers may unlock the contact; nothing if the poster set no limit. */
export const PlacesLeft = ({ job }: { job: Pick<Job, "reveals_left"> }) =>
  (job.reveals_left ?? 0) > 0 && (
    <span className="font-semibold text-warning">
      {job.reveals_left === 1 ? "1 place left" : `${job.reveals_left} places left`}
    </span>
  );

/** How many there are is in words beside it. */
const FirstPicture = ({ job }: { job: Job }) => {
  const [media] = picturesOf(job.pictures, "").map((picture) => picture.media);
  return (
    media && (
      <Picture
        key={media.url}
        media={media}
        alt=""
        shape="thumbnail"
        sizes="80px"
        className="float-right mt-1 ml-4 size-16 rounded-md border border-line object-cover sm:size-20"
      />
    )
  );
};

/** A job in the directory: what, where and for how much, with its contact at the side. */
export const JobCard = ({
  job,
  viewer,
  href,
}: {
  job: Job;
  viewer: JobViewer | null;
  /** Whether the job has a page of its own. */
  href: string;
}) => (
  <Card id={`job-${job.id}`} padded={false} className="px-4 py-4 sm:px-5">
    <div className="grid grid-cols-1 gap-x-8 gap-y-3 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-4">
          <h2 className="text-lg leading-snug">
            <Link to={href} className="hover:underline">
              {job.title}
            </Link>
          </h2>
          <div className="-my-1.5 flex shrink-0 items-center gap-1">
            {viewer?.userId !== job.user_id && (
              <ReportButton
                compact
                target={{ type: "job", id: job.id }}
                what={`job “${job.title}”`}
              />
            )}
            {viewer?.isProvider && (
              <SaveJobButton
                job={job}
                userId={viewer.userId}
                saved={viewer.savedIds.includes(job.id)}
              />
            )}
          </div>
        </div>
        <FirstPicture job={job} />
        <p className="dotted text-sm text-ink-soft">
          <span className="font-semibold text-brand">{job.categories.map(labelOf).join(", ")}</span>
          {job.location && <span>{job.location}</span>}
          <time dateTime={job.posted_date}>{formatDay(job.posted_date)}</time>
          {job.pictures.length > 0 && (
            <span>
              {job.pictures.length === 1 ? "1 picture" : `${job.pictures.length} pictures`}
            </span>
          )}
          <PlacesLeft job={job} />
        </p>
        <p className="mt-1.5 line-clamp-2 max-w-prose text-sm">{job.description}</p>
      </div>
      <div className="grid content-start gap-1.5 max-lg:border-t max-lg:border-line max-lg:pt-3 lg:border-l lg:border-line lg:pl-6">
        <p className="font-semibold">{job.budget ?? "Budget to be agreed"}</p>
        <section aria-label={`Contact details of ${job.title}`} className="text-sm">
          <h3 className="sr-only">Contact details</h3>
          <JobContact job={job} revealed={viewer?.revealedIds.includes(job.id) ?? false} />
        </section>
      </div>
    </div>
  </Card>
);
