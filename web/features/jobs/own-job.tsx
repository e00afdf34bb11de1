import { JOB_STOPPED } from "#domain/jobs/messages.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import type { JobViewer } from "./job-card.tsx";
import { Unlocks } from "./job-unlocks.tsx";
import { SwitchJob } from "./own/switch-job.tsx";
import type { Job } from "./queries.ts";
import { OwnJobQuotes } from "./quotes/own-job-quotes.tsx";

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
