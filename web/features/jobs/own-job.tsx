import { JOB_STOPPED } from "#domain/jobs/messages.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import { JobAnswers } from "./job-answers.tsx";
import type { JobViewer } from "./job-card.tsx";
import { Unlocks } from "./job-unlocks.tsx";
import { SwitchJob } from "./own/switch-job.tsx";
import type { Job } from "./queries.ts";
import { HirePanel } from "./quotes/hire-panel.tsx";
import { JobQuotes } from "./quotes/job-quotes.tsx";
import type { JobHire, JobQuote } from "./quotes/queries.ts";

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

const STATES: Record<string, string> = {
  closed: "This job is closed.",
  stopped: JOB_STOPPED,
  expired: "This job has expired.",
  hired: "This job is in progress.",
  done: "This job is done.",
};

/** Of a job that is not open: what it is, who sees it, and the way back. */
const NotOpen = ({ job, state, own }: { job: Job; state: string; own: JobViewer["own"] }) => {
  const hire = own?.hire;
  const readers =
    hire?.provider_id && state !== "stopped" && !hire.contact_erased
      ? "Only you and the person you hired can see it."
      : "Only you can see it, and nobody can unlock your contact details.";
  const reopens = state === "closed" || state === "expired";
  return (
    STATES[state] && (
      <Alert
        tone={state === "hired" || state === "done" ? "info" : "warning"}
        title={`${STATES[state]} ${readers}`}
        action={
          reopens &&
          hire && (
            <SwitchJob
              job={{ ...job, status: state, contact_erased: hire.contact_erased }}
              variant="outline"
            />
          )
        }
      />
    )
  );
};

/** The poster's view beside the job: quotes, whom they hired, and who unlocked the contact. */
export const OwnJob = ({ job, state, own }: { job: Job; state: string; own: JobViewer["own"] }) => (
  <>
    <NotOpen job={job} state={state} own={own} />
    {own && <OwnJobQuotes job={job} state={state} {...own} />}
    {state === "open" && <JobAnswers key={job.id} jobId={job.id} />}
    <Card>
      <h2 className="text-xl">Who unlocked my contact</h2>
      {state === "open" && job.reveals_left !== null && (
        <p className="mt-1 text-sm text-ink-soft">
          {job.reveals_left === 0
            ? "Your limit is reached: nobody else can unlock them."
            : `${job.reveals_left} more may unlock them, as you have chosen.`}
        </p>
      )}
      <div className="mt-4">
        <Unlocks jobId={job.id} />
      </div>
    </Card>
  </>
);
