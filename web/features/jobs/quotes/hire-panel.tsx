import { useState } from "react";
import { leaveFeedbackPath } from "#domain/feedback/feedback.ts";
import { JOB_DAYS } from "#domain/jobs/lifecycle.ts";
import { faultOf } from "#domain/site/faults.ts";
import { formatDay } from "#domain/values/dates.ts";
import { setJobStatus } from "#web/features/jobs/writes.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { toast } from "#web/ui/toast.ts";
import { DoneButton } from "./done-button.tsx";
import type { JobHire } from "./queries.ts";
import { markHired, NOT_SAVED } from "./writes.ts";

interface OwnJob {
  id: string;
  title: string;
}

const OUTCOMES: Record<string, string> = {
  elsewhere: "You hired someone elsewhere.",
  nobody: "You didn't hire anyone.",
};

/** Asks who the person hired: somebody who unlocked the contact, somebody elsewhere, or nobody. */
const HireChoice = ({
  jobId,
  hire,
  open: isOpen,
}: {
  jobId: string;
  hire: JobHire;
  open: boolean;
}) => {
  const [open, setOpen] = useState(false);
  const [choice, setChoice] = useState<string | null>(null);
  const { run } = useWrite(markHired);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        I hired someone
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Who did you hire?"
        description={`${isOpen ? "This closes the job to everyone else. " : ""}If they sent you a quote, accept the quote instead.`}
        confirmLabel="Save"
        onConfirm={async () => {
          if (!choice) return { message: "Please choose an answer." };
          try {
            await run(jobId, choice);
          } catch (error) {
            return { message: faultOf(error, NOT_SAVED).message };
          }
          toast({ title: "Saved", variant: "success" });
        }}
      >
        <Field group label="Who did you hire?" hideLabel>
          <RadioCards
            value={choice}
            onChange={setChoice}
            options={[
              ...hire.candidates.map(({ id, name }) => ({
                value: id,
                label: name,
                hint: "Unlocked your contact details",
              })),
              { value: "elsewhere", label: "Someone elsewhere" },
              { value: "nobody", label: "I didn't hire anyone" },
            ]}
          />
        </Field>
      </ConfirmDialog>
    </>
  );
};

/** What the person may do with a job that is in progress. */
const InProgress = ({ job, hire }: { job: OwnJob; hire: JobHire }) => {
  const [reopening, setReopening] = useState(false);
  const reopen = useWrite(setJobStatus);
  return (
    <>
      <DoneButton job={job} />
      <Button size="sm" variant="outline" onClick={() => setReopening(true)}>
        It fell through
      </Button>
      <ConfirmDialog
        open={reopening}
        onOpenChange={setReopening}
        title="Reopen this job?"
        description={`You will no longer be hiring ${hire.provider ?? "the professional"}, and the job will be listed for another ${JOB_DAYS} days. You can decide on the other quotes again.`}
        confirmLabel="Reopen job"
        onConfirm={async () => {
          try {
            await reopen.run({ jobId: job.id, status: "open" });
          } catch (error) {
            return { message: faultOf(error, NOT_SAVED).message };
          }
          toast({ title: "Job reopened", variant: "success" });
        }}
      />
    </>
  );
};

/** Whom the person hired for their own job, and what comes next. */
export const HirePanel = ({
  job,
  state,
  hire,
}: {
  job: OwnJob;
  /** The job's. */
  state: string;
  hire: JobHire;
}) => {
  if (state === "paused" || state === "stopped") return null;
  const given = state === "hired" || state === "done";
  const name = hire.provider ?? "someone whose account is gone";
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 py-4 sm:py-4">
      <div>
        <h2 className={given ? "text-xl" : "text-base"}>
          {state === "done"
            ? "Done"
            : state === "hired"
              ? "In progress"
              : hire.outcome
                ? "Who you hired"
                : "Hired someone without a quote?"}
        </h2>
        <div className="mt-1 grid gap-1 text-ink-soft empty:hidden">
          {hire.outcome === null && !given && (
            <p>{`Tell us who${state === "open" ? ", and we'll close the job to everyone else" : ""}.`}</p>
          )}
          {hire.outcome === "here" && <p>You hired {name}.</p>}
          {hire.outcome !== null && OUTCOMES[hire.outcome] && <p>{OUTCOMES[hire.outcome]}</p>}
          {state === "hired" && hire.starts_on && (
            <p>The earliest start is {formatDay(hire.starts_on)}.</p>
          )}
          {state === "hired" && hire.said_done && <p>{name} says that the work is done.</p>}
          {hire.reviewed && <p>You left feedback for {name}.</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {state === "done" && hire.provider_id && !hire.reviewed && (
          <ButtonLink to={leaveFeedbackPath(hire.provider_id, job.id)} size="sm" variant="signal">
            Leave feedback for {name}
          </ButtonLink>
        )}
        {state === "hired" && <InProgress job={job} hire={hire} />}
        {!given && <HireChoice jobId={job.id} hire={hire} open={state === "open"} />}
      </div>
    </Card>
  );
};
