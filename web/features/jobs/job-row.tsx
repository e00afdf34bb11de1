import ChevronRight from "lucide-react/icons/chevron-right";
import { labelOf } from "#domain/categories/categories.ts";
import { Link } from "#web/ui/link.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { PostedAgo } from "./posted-ago.tsx";
import type { Job } from "./queries.ts";

/** A job in a few lines; the whole row leads to its page. */
const JobRow = ({ job, href }: { job: Job; href: string }) => (
  <div className="relative grid grid-cols-1 gap-x-8 gap-y-0.5 py-3.5 pr-12 pl-4 wrap-anywhere hover:bg-hover sm:grid-cols-[minmax(0,1fr)_11rem] sm:pl-5">
    <h3 className="text-base sm:text-lg">
      <Link to={href} className="row-link hover:underline">
        {job.title}
      </Link>
    </h3>
    <p className="font-semibold max-sm:text-sm sm:text-right">
      {job.budget ?? "Budget to be agreed"}
    </p>
    <p className="dotted text-sm text-ink-soft">
      <span className="font-semibold text-brand">{labelOf(job.category)}</span>
      {job.location && <span>{job.location}</span>}
      <PostedAgo at={job.posted_date} />
    </p>
    <ChevronRight
      aria-hidden="true"
      className="absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-soft"
    />
  </div>
);

/** Jobs in short, as a way on from another page. */
export const JobRows = ({
  jobs,
  href = (id) => `/job-directory?job=${id}`,
}: {
  jobs: readonly Job[];
  href?: (id: string) => string;
}) => (
  <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
    {jobs.map((job) => {
      const facts = { job, href: href(job.id) };
      return <li key={job.id} {...sameHtml(["job row", facts], () => <JobRow {...facts} />)} />;
    })}
  </ul>
);
