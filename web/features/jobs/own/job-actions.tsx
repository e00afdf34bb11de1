import { Button, ButtonLink } from "#web/ui/button.tsx";
import { JobUnlocks } from "../job-unlocks.tsx";
import type { MyJob } from "./queries.ts";
import { SwitchJob } from "./switch-job.tsx";

/** Those that a press closes or reopens; a hire ends on the job's page. */
const MAY_SWITCH = ["open", "closed", "expired"];

/** Less than the next step, which has the button. */
const SECONDARY = "max-sm:px-2! underline decoration-line-strong underline-offset-4";

/** What the poster may do beside the next step. */
export const JobActions = ({ job, onDelete }: { job: MyJob; onDelete: (job: MyJob) => void }) => (
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
