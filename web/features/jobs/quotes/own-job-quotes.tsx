import { useListFocus } from "#web/ui/use-list-focus.ts";
import { HirePanel } from "./hire-panel.tsx";
import { JobQuotes } from "./job-quotes.tsx";
import type { JobHire, JobQuote } from "./queries.ts";

/** The poster's view of a job: its quotes, and whom they hired; first what waits for the poster. */
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
}) => {
  const listFocus = useListFocus<HTMLDivElement>();
  const given = state === "hired" || state === "done";
  return (
    <div {...listFocus} className="grid grid-cols-1 gap-6">
      {given && hire && <HirePanel job={job} state={state} hire={hire} />}
      {(quotes.length > 0 || !given) && (
        <JobQuotes
          jobId={job.id}
          quotes={quotes}
          state={state}
          hiredId={hire?.provider_id ?? null}
        />
      )}
      {!given && hire && <HirePanel job={job} state={state} hire={hire} />}
    </div>
  );
};
