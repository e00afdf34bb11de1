import { Alert } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import type { JobViewer } from "./job-card.tsx";
import { Unlocks } from "./job-unlocks.tsx";
import type { Job } from "./queries.ts";
import { OwnJobQuotes } from "./quotes/own-job-quotes.tsx";

const STATES: Record<string, string> = {
  closed: "This job is closed. Only you can see it, and nobody can unlock your contact details.",
  stopped:
    "A moderator has closed this job. Only you can see it. The reason was sent to you by email.",
  expired: "This job has expired. Only you can see it. Reopen it under My Jobs.",
  hired: "This job is in progress. Only you can see it.",
  done: "This job is done. Only you can see it.",
};

/** The poster's view beside the job: quotes, whom they hired, and who unlocked the contact. */
export const OwnJob = ({ job, state, own }: { job: Job; state: string; own: JobViewer["own"] }) => (
  <>
    {STATES[state] && (
      <Alert
        tone={state === "hired" || state === "done" ? "info" : "warning"}
        title={STATES[state]}
      />
    )}
    {own && <OwnJobQuotes job={job} state={state} {...own} />}
    <Card>
      <h2 className="text-xl">Who unlocked my contact</h2>
      {job.reveals_left !== null && (
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
