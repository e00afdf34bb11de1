import { HirePanel } from "./hire-panel.tsx";
import { JobQuotes } from "./job-quotes.tsx";
import type { JobHire, JobQuote } from "./queries.ts";

/** The poster's view of a job: its quotes, and whom they hired. */
export const OwnJobQuotes = ({
  job,
  state,
  quotes,
  hire,
}: {
  job: { id: string; title: string };
  /** The job's. */
  state: string;
  quotes: readonly JobQuote[];
  hire: JobHire | null;
}) => (
  <>
    <JobQuotes jobId={job.id} quotes={quotes} state={state} />
    {hire && <HirePanel job={job} state={state} hire={hire} />}
  </>
);
