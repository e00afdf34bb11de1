import { whyRefused } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { JobUnlocks } from "../job-unlocks.tsx";
import { setJobStatus } from "../writes.ts";
import type { MyJob } from "./queries.ts";

/** Those that a press closes or reopens; a hire ends on the job's page. */
const MAY_SWITCH = ["open", "closed", "expired"];

/** Less than the next step, which has the button. */
const SECONDARY = "max-sm:px-2! underline decoration-line-strong underline-offset-4";

/** What the poster may do beside the next step. */
export const JobActions = ({ job, onDelete }: { job: MyJob; onDelete: (job: MyJob) => void }) => {
  const { run, busy } = useWrite(setJobStatus);
  const open = job.status === "open";
  const change = async () => {
    try {
      await run({ jobId: job.id, status: open ? "closed" : "open" });
      toast({ title: open ? "Job closed" : "Job reopened", variant: "success" });
    } catch (error) {
      const otherwise = { title: "Action failed", description: "Please try again." };
      toast({ ...whyRefused(error, otherwise), variant: "destructive" });
    }
  };
  const edit = `/post-job?edit=${job.id}`;
  const reopens = MAY_SWITCH.includes(job.status);
  return (
    <div className="-mx-2 flex grow flex-wrap sm:-mx-3">
      {reopens && (
        <ButtonLink
          to={edit}
          variant="quiet"
          size="sm"
          className={SECONDARY}
          aria-label={`Edit ${job.title}`}
        >
          Edit
        </ButtonLink>
      )}
      {reopens && job.contact_erased && (
        <ButtonLink
          to={edit}
          variant="quiet"
          size="sm"
          className={SECONDARY}
          aria-label={`Reopen ${job.title}`}
        >
          Reopen
        </ButtonLink>
      )}
      {reopens && !job.contact_erased && (
        <Button
          variant="quiet"
          size="sm"
          className={SECONDARY}
          busy={busy}
          aria-label={`${open ? "Close" : "Reopen"} ${job.title}`}
          onClick={() => void change()}
        >
          {open ? "Close" : "Reopen"}
        </Button>
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
};
