import ArrowUp from "lucide-react/icons/arrow-up";
import { useEffect, useState } from "react";
import { useNavigate, useNavigation } from "react-router";
import { type JobFilter, writeJobFilter } from "#domain/jobs/jobs.ts";
import { supabase } from "#web/session/client.ts";
import { watchRows } from "#web/session/watch-rows.ts";
import { Button } from "#web/ui/button.tsx";
import { countNewJobs } from "./queries.ts";

/** A brief visit loads nothing for it. */
const START_AFTER_MS = 3_000;

/**
 * How many matching jobs were posted since the list was loaded. The socket only says that there is one; the
 * visible ones are then requested like any list.
 */
const useNewJobs = (filter: JobFilter, since: string): number => {
  const [count, setCount] = useState(0);
  const filterKey = JSON.stringify(filter);
  useEffect(() => {
    setCount(0);
    let over = false;
    const refresh = async () => {
      try {
        const found = await countNewJobs(
          await supabase(),
          JSON.parse(filterKey) as JobFilter,
          since,
        );
        if (!over) setCount(found);
      } catch {
        // Nobody waits for it; the next message updates it.
      }
    };
    const end = watchRows(supabase, () => void refresh(), {
      table: "jobs",
      event: "INSERT",
      startAfter: START_AFTER_MS,
    });
    return () => {
      over = true;
      end();
    };
  }, [filterKey, since]);
  return count;
};

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
