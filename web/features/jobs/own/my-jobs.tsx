import { type ReactNode, useState } from "react";
import { labelOf } from "#domain/categories/categories.ts";
import { jobFigures } from "#domain/jobs/answers.ts";
import { POST_A_JOB } from "#domain/jobs/messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { toast } from "#web/ui/toast.ts";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import { JobUnlocks } from "../job-unlocks.tsx";
import { Faces } from "../quotes/faces.tsx";
import type { Quoters } from "../quotes/quoters.ts";
import { deleteJob } from "../writes.ts";
import { JobMeta, jobDays } from "./job-status.tsx";
import { activeJobs, nextStepOf, withPrice } from "./next-step.ts";
import type { MyJob } from "./queries.ts";
import { SwitchJob } from "./switch-job.tsx";

/** Those that a press closes or reopens; a hire ends on the job's page. */
const MAY_SWITCH = ["open", "closed", "expired"];

/** Less than the next step, which has the button. */
const SECONDARY = "max-sm:px-2! underline decoration-line-strong underline-offset-4";

/** What the poster may do beside the next step. */
const JobActions = ({ job, onDelete }: { job: MyJob; onDelete: (job: MyJob) => void }) => (
  <div className="-mx-2 flex grow flex-wrap sm:-mx-3">
    {MAY_SWITCH.includes(job.status) && (
      <>
        <ButtonLink
          to={`/post-job?edit=${job.id}`}
          variant="quiet"
          size="sm"
          className={SECONDARY}
          aria-label={`Edit ${job.title}`}
        >
          Edit
        </ButtonLink>
        <SwitchJob job={job} variant="quiet" className={SECONDARY} />
      </>
    )}
    {job.unlocks > 0 && <JobUnlocks job={job} className={SECONDARY} />}
    <Button
      variant="quiet"
      size="sm"
      className={`${SECONDARY} ml-auto text-danger!`}
      aria-label={`Delete ${job.title}`}
      onClick={() => onDelete(job)}
    >
      Delete
    </Button>
  </div>
);

const Title = ({ job }: { job: MyJob }) => (
  <h3 className="text-lg wrap-anywhere">
    <Link to={`/job-directory?job=${job.id}`} className="link">
      {job.title}
    </Link>
  </h3>
);

/** A job that still waits for something, with its one next step. */
const ActiveJob = ({
  job,
  quoters,
  first,
  onDelete,
}: {
  job: MyJob;
  quoters: Quoters | undefined;
  /** Its step is the one to begin with. */
  first: boolean;
  onDelete: (job: MyJob) => void;
}) => {
  const step = nextStepOf(job);
  return (
    <Card className="pb-1 sm:pb-1">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-6">
        <div>
          <Title job={job} />
          <JobMeta job={job} category={labelOf(job.category)} says={jobDays(job)} />
          {step && (
            <div className="mt-3 flex items-center gap-3">
              {quoters && <Faces people={quoters.people} ring="ring-surface" />}
              <p>{withPrice(step.says, quoters?.from ?? null)}</p>
            </div>
          )}
          {job.status === "open" && job.told_count > 0 && (
            <p className="mt-1 text-sm text-ink-soft">
              {jobFigures({ ...job, quote_count: job.quotes })}.
            </p>
          )}
        </div>
        {step && (
          <ButtonLink
            to={step.to}
            variant={first && step.waits ? "signal" : "outline"}
            aria-label={`${step.label}: ${job.title}`}
          >
            {step.label}
          </ButtonLink>
        )}
      </div>
      <div className="mt-4 border-t border-line pt-1">
        <JobActions job={job} onDelete={onDelete} />
      </div>
    </Card>
  );
};

/** A job that is over, perhaps with the review that is still missing. */
const PastJob = ({ job, onDelete }: { job: MyJob; onDelete: (job: MyJob) => void }) => {
  const step = nextStepOf(job);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3.5">
      <div className="min-w-0">
        <Title job={job} />
        <JobMeta
          job={job}
          says={[...jobDays(job), job.reviewed && `You left feedback for ${job.provider}`]}
        />
      </div>
      {step && (
        <ButtonLink
          to={step.to}
          variant="outline"
          size="sm"
          aria-label={`${step.label}: ${job.title}`}
        >
          {step.label}
        </ButtonLink>
      )}
      <JobActions job={job} onDelete={onDelete} />
    </div>
  );
};

const List = ({ className, children }: { className: string; children: ReactNode }) => {
  const listFocus = useListFocus<HTMLUListElement>();
  return (
    <ul {...listFocus} className={className}>
      {children}
    </ul>
  );
};

/** A client's own jobs: what each waits for, who unlocked the contact, and buttons to close and delete (P-07). */
export const MyJobs = ({
  jobs,
  quoters,
  userId,
}: {
  jobs: MyJob[] | null;
  /** By job. */
  quoters: ReadonlyMap<string, Quoters>;
  userId: string;
}) => {
  const [deleting, setDeleting] = useState<MyJob | null>(null);
  const { run } = useWrite(deleteJob);
  if (!jobs) return <LoadProblem title="Failed to load jobs" />;
  const waiting = activeJobs(jobs);
  const active = waiting.filter(({ status }) => status !== "done");
  // Work that is done is past, also while its review is missing.
  const past = [
    ...waiting.filter(({ status }) => status === "done"),
    ...jobs.filter((job) => !waiting.includes(job)),
  ];
  return (
    <>
      {jobs.length === 0 ? (
        <EmptyState
          art="shelf"
          title="No jobs yet"
          action={
            <ButtonLink to="/post-job" variant="signal">
              Post a Job
            </ButtonLink>
          }
        >
          <p>{POST_A_JOB} Posting a job is free.</p>
        </EmptyState>
      ) : (
        <div className="grid gap-10">
          <section aria-labelledby="active-jobs">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="active-jobs" className="text-xl">
                Active jobs
              </h2>
              <ButtonLink
                to="/post-job"
                variant={active.length === 0 ? "signal" : "outline"}
                size="sm"
              >
                Post a Job
              </ButtonLink>
            </div>
            {active.length === 0 && <p className="mt-2 text-ink-soft">{POST_A_JOB}</p>}
            <List className="mt-4 grid grid-cols-1 gap-4">
              {active.map((job, at) => (
                <li key={job.id}>
                  <ActiveJob
                    job={job}
                    quoters={quoters.get(job.id)}
                    first={at === 0}
                    onDelete={setDeleting}
                  />
                </li>
              ))}
            </List>
          </section>
          {past.length > 0 && (
            <section aria-labelledby="past-jobs">
              <h2 id="past-jobs" className="text-xl">
                Past jobs
              </h2>
              <List className="mt-2 divide-y divide-line">
                {past.map((job) => (
                  <li key={job.id}>
                    <PastJob job={job} onDelete={setDeleting} />
                  </li>
                ))}
              </List>
            </section>
          )}
        </div>
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        danger
        title="Delete this job?"
        description={`“${deleting?.title ?? ""}” disappears for everyone. To only stop enquiries, close it.`}
        confirmLabel="Delete Job"
        onConfirm={async () => {
          if (!deleting) return;
          try {
            await run({ jobId: deleting.id }, userId);
          } catch (error) {
            const otherwise = "The job could not be deleted. Please try again.";
            return { message: faultOf(error, otherwise).message };
          }
          toast({ title: "Job deleted", variant: "success" });
        }}
      />
    </>
  );
};
