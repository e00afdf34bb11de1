import ChevronRight from "lucide-react/icons/chevron-right";
import { labelOf } from "#domain/categories/categories.ts";
import { picturesOf } from "#domain/values/pictures.ts";
import { distanceText } from "#domain/values/places.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/pictures/picture.tsx";
import { JobContact } from "./job-contact.tsx";
import { ClosesSoon, PlacesLeft } from "./job-facts.tsx";
import { PostedAgo } from "./posted-ago.tsx";
import type { Job } from "./queries.ts";
import type { JobHire, JobQuote, OwnQuote } from "./quotes/queries.ts";
import type { JobRequest, RequestedOfMe } from "./requests.ts";
import { SaveJobButton } from "./saved-jobs.tsx";

/** What the signed-in provider has done with the jobs shown. */
export interface JobViewer {
  userId: string;
  isProvider: boolean;
  isAdmin: boolean;
  savedIds: string[];
  revealedIds: string[];
  /** The provider's own quote for the job of the page. */
  quote: OwnQuote | null;
  /** That the poster of the page's job has asked the provider by name. */
  request: JobRequest | null;
  /** The jobs whose posters wait for the provider's word. */
  requests: readonly RequestedOfMe[];
  /** For the job of the page, if the provider was hired for it. */
  won: JobHire | null;
  /** For the job of the page, if it is the person's own. */
  own: { quotes: JobQuote[]; hire: JobHire | null } | null;
}

/** How far a job is from the place of the search. */
const Miles = ({ miles }: Pick<Job, "miles">) =>
  typeof miles === "number" && <span>{distanceText(miles)}</span>;

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

/** A job in the directory; the whole row leads to its page, except for its own controls. */
export const JobCard = ({
  job,
  viewer,
  href,
}: {
  job: Job;
  viewer: JobViewer | null;
  /** The job's own page. */
  href: string;
}) => (
  <div
    id={`job-${job.id}`}
    className="relative grid grid-cols-1 gap-x-8 gap-y-0.5 py-4 pr-12 pl-4 wrap-anywhere hover:bg-hover sm:grid-cols-[minmax(0,1fr)_11rem] sm:pl-5"
  >
    <div className="flex items-start justify-between gap-4">
      <h2 className="text-lg leading-snug">
        <Link to={href} className="row-link hover:underline">
          {job.title}
        </Link>
        {viewer?.userId === job.user_id && (
          <span className="ml-2">
            <Badge tone="brand">Your job</Badge>
          </span>
        )}
      </h2>
      {viewer?.isProvider && (
        <div className="relative z-1 -my-1.5 shrink-0">
          <SaveJobButton
            job={job}
            userId={viewer.userId}
            saved={viewer.savedIds.includes(job.id)}
          />
        </div>
      )}
    </div>
    <p className="font-semibold sm:text-right">{job.budget ?? "Budget to be agreed"}</p>
    <div className="min-w-0">
      <FirstPicture job={job} />
      <p className="dotted text-sm text-ink-soft">
        <span className="font-semibold text-brand">{job.categories.map(labelOf).join(", ")}</span>
        {job.location && <span>{job.location}</span>}
        <Miles miles={job.miles} />
        <PostedAgo at={job.posted_date} />
        {job.pictures.length > 0 && (
          <span>{job.pictures.length === 1 ? "1 picture" : `${job.pictures.length} pictures`}</span>
        )}
      </p>
      <p className="mt-1 line-clamp-2 text-sm lg:line-clamp-1">{job.description}</p>
    </div>
    <ChevronRight
      aria-hidden="true"
      className="absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-soft"
    />
    <div className="grid content-start gap-1 text-sm sm:justify-items-end sm:text-right">
      <p className="dotted text-ink-soft empty:hidden">
        <PlacesLeft job={job} />
        <ClosesSoon job={job} />
      </p>
      <JobContact
        job={job}
        revealed={viewer?.revealedIds.includes(job.id) ?? false}
        label={`Contact details of ${job.title}`}
      />
    </div>
  </div>
);
