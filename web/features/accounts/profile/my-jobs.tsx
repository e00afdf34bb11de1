import { useState } from "react";
import { labelOf } from "#domain/categories.ts";
import { faultOf } from "#domain/site-faults.ts";
import { daysUntil, formatDay } from "#domain/values/dates.ts";
import { deleteJob, JobUnlocks, setJobStatus } from "#web/features/jobs/index.ts";
import { whyRefused } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { toast } from "#web/ui/toast.ts";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import type { OwnJob } from "./queries.ts";

const STATUS_LABELS: Record<string, string> = {
  open: "Open",
  closed: "Closed",
  expired: "Expired",
  stopped: "Closed by a moderator",
  hired: "In progress",
  done: "Done",
};

/** Those that a press closes or reopens; a hire ends on the job's page. */
const MAY_SWITCH = ["open", "closed", "expired"];

const JobRow = ({ job, onDelete }: { job: OwnJob; onDelete: (job: OwnJob) => void }) => {
  const { run, busy } = useWrite(setJobStatus);
  const open = job.status === "open";
  const days = Math.max(0, daysUntil(job.expires_at));
  const change = async () => {
    try {
      await run({ jobId: job.id, status: open ? "closed" : "open" });
      toast({ title: open ? "Job closed" : "Job reopened", variant: "success" });
    } catch (error) {
      const otherwise = { title: "Action failed", description: "Please try again." };
      toast({ ...whyRefused(error, otherwise), variant: "destructive" });
    }
  };
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">
            <Link to={`/job-directory?job=${job.id}`} className="hover:underline">
              {job.title}
            </Link>
          </h2>
          <p className="text-sm text-ink-soft">
            {labelOf(job.category)} · Posted {formatDay(job.posted_date)}
            {open && ` · Shown for ${days === 1 ? "1 more day" : `${days} more days`}`}
          </p>
        </div>
        <Badge tone={open ? "success" : "neutral"}>{STATUS_LABELS[job.status] ?? job.status}</Badge>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        {job.quotes > 0 && (
          <ButtonLink
            to={`/job-directory?job=${job.id}`}
            size="sm"
            aria-label={`Quotes for ${job.title}: ${job.quotes}`}
          >
            {job.quotes === 1 ? "1 quote" : `${job.quotes} quotes`}
          </ButtonLink>
        )}
        <JobUnlocks job={job} />
        <ButtonLink
          to={`/post-job?edit=${job.id}`}
          variant="outline"
          size="sm"
          aria-label={`Edit ${job.title}`}
        >
          Edit
        </ButtonLink>
        {job.contact_erased && MAY_SWITCH.includes(job.status) && (
          <ButtonLink
            to={`/post-job?edit=${job.id}`}
            variant="outline"
            size="sm"
            aria-label={`Reopen ${job.title}`}
          >
            Reopen
          </ButtonLink>
        )}
        {!job.contact_erased && MAY_SWITCH.includes(job.status) && (
          <Button
            variant="outline"
            size="sm"
            busy={busy}
            aria-label={`${open ? "Close" : "Reopen"} ${job.title}`}
            onClick={() => void change()}
          >
            {open ? "Close" : "Reopen"}
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Delete ${job.title}`}
          onClick={() => onDelete(job)}
        >
          Delete
        </Button>
      </div>
    </Card>
  );
};

/** A client's own jobs: who unlocked the contact, and buttons to close and delete (P-07). */
export const MyJobs = ({ jobs, userId }: { jobs: OwnJob[] | null; userId: string }) => {
  const [leaving, setLeaving] = useState<OwnJob | null>(null);
  const { run } = useWrite(deleteJob);
  const listFocus = useListFocus<HTMLUListElement>();
  if (!jobs) return <LoadProblem title="Failed to load jobs" />;
  return (
    <>
      {jobs.length === 0 ? (
        <EmptyState
          art="shelf"
          title="You have not posted a job yet"
          action={<ButtonLink to="/post-job">Post a Job</ButtonLink>}
        />
      ) : (
        <ul {...listFocus} className="grid grid-cols-1 gap-4">
          {jobs.map((job) => (
            <li key={job.id}>
              <JobRow job={job} onDelete={setLeaving} />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        danger
        title="Delete this job?"
        description={`“${leaving?.title ?? ""}” disappears for everyone. To only stop enquiries, close it.`}
        confirmLabel="Delete Job"
        onConfirm={async () => {
          if (!leaving) return;
          try {
            await run({ jobId: leaving.id }, userId);
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
