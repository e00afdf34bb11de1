import ArrowUp from "lucide-react/icons/arrow-up";
import { useNavigate, useNavigation } from "react-router";
import { type JobFilter, writeJobFilter } from "#domain/jobs/jobs.ts";
import { Button } from "#web/ui/button.tsx";
import { useNewJobs } from "./use-new-jobs.ts";

/** 'N new jobs', if some were posted while the directory was open; a press shows them. */
export const NewJobsButton = ({ filter, since }: { filter: JobFilter; since: string }) => {
  const count = useNewJobs(filter, since);
  const navigate = useNavigate();
  const { state } = useNavigation();
  return (
    <div aria-live="polite">
      {count > 0 && (
        <Button
          size="sm"
          busy={state === "loading"}
          icon={<ArrowUp aria-hidden="true" />}
          onClick={() => void navigate(`/job-directory${writeJobFilter(filter)}`)}
        >
          {count} new {count === 1 ? "job" : "jobs"}
        </Button>
      )}
    </div>
  );
};
