import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { JOB_DAYS, type JobState } from "#domain/jobs/lifecycle.ts";
import { isWaiting } from "#domain/reports/reports.ts";
import { sessionClient } from "#web/session/session.ts";
import { describeFailure, reportAct, useAct } from "#web/ui/admin/act.ts";
import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { HidePictures } from "./hide-pictures.tsx";
import { loadModeration, type Moderation } from "./queries.ts";
import { Poster, Reports } from "./reports-and-poster.tsx";
import { type JobAct, moderateJob } from "./writes.ts";

const WORDS: Record<JobAct, { title: string; description: string; button: string; done: string }> =
  {
    close: {
      title: "Close this job?",
      description: "Nobody else sees it any more, and its poster cannot reopen it.",
      button: "Close job",
      done: "Job closed",
    },
    allow: {
      title: "Open this job again?",
      description: `It is shown for ${JOB_DAYS} more days, at its old place in the list.`,
      button: "Open again",
      done: "Job opened again",
    },
    delete: {
      title: "Delete this job?",
      description:
        "This permanently deletes the job and the list of who unlocked its contact details.",
      button: "Delete job",
      done: "Job deleted",
    },
  };

const HINT = "We'll email this to the person who posted it and keep it in the audit log.";

const STATES: Record<JobState, string> = {
  open: "Job open",
  closed: "Closed by its poster",
  expired: "Expired",
  paused: "Not shown: the account is switched off",
  stopped: "Closed by a moderator",
  hired: "Its poster has hired someone",
  done: "Done",
};

const caseOf = ({ id }: { id: string }): string => `/admin/reports?case=${id}`;

/** Loaded again with the page: an act names the version that was seen, so that nobody overwrites a colleague. */
const useLoadedModeration = (job: { id: string }) => {
  const [loaded, setLoaded] = useState<Moderation | null>(null);
  useEffect(() => {
    let here = true;
    void sessionClient()
      .then((db) => loadModeration(db, job.id))
      .then(
        (moderation) => here && setLoaded(moderation),
        (error) => here && describeFailure("Failed to load the job", error),
      );
    return () => {
      here = false;
    };
  }, [job]);
  return loaded;
};

/** An admin's actions on a job, beside the job. */
export const JobModeration = ({
  job,
  state,
  back,
}: {
  /** As the page loaded it. */
  job: { id: string; pictures: string[] };
  state: JobState;
  /** The next page after the job was deleted. */
  back: string;
}) => {
  const [act, setAct] = useState<JobAct | null>(null);
  const loaded = useLoadedModeration(job);
  const seen = loaded?.seen ?? null;
  const { run } = useAct(moderateJob);
  const navigate = useNavigate();
  const words = act && WORDS[act];
  const waiting = loaded?.reports.findLast((report) => isWaiting(report.state));
  const acts: JobAct[] = [state === "stopped" ? "allow" : "close", "delete"];
  // Nothing of it changes any more, and only its poster sees it.
  if (state === "done") acts.shift();
  const confirm = async (reason: string) => {
    if (!act || !seen) return;
    const acting = run({ act, jobId: job.id, reason, seen });
    const failure = await reportAct(acting, `Failed to ${act} the job`, WORDS[act].done);
    if (failure) return failure;
    if (act !== "delete") return;
    await navigate(waiting ? caseOf(waiting) : back, { replace: true });
  };
  return (
    <Card className="print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-xl">Moderation</h2>
        <Badge tone={state === "open" ? "success" : "neutral"}>{STATES[state]}</Badge>
      </div>
      <p className="mt-1 text-sm text-ink-soft">Only admins see this.</p>
      {loaded && <Reports reports={loaded.reports} withButton={waiting?.id} />}
      {waiting && (
        <ButtonLink to={caseOf(waiting)} variant="solid" className="mt-4">
          Review report {waiting.case_number}
        </ButtonLink>
      )}
      {loaded?.poster && <Poster poster={loaded.poster} />}
      <p className="mt-4 text-sm">
        {state !== "stopped" && <span>Closing hides the job until an admin opens it again. </span>}
        <span>Deleting can't be undone.</span>
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {acts.map((one) => (
          <Button
            key={one}
            size="sm"
            variant="outline"
            className={one === "delete" ? "border-danger! text-danger!" : undefined}
            disabled={!seen}
            onClick={() => setAct(one)}
          >
            {WORDS[one].button}
          </Button>
        ))}
      </div>
      <HidePictures job={job} seen={seen} hint={HINT} />
      <ReasonDialog
        open={act !== null}
        onClose={() => setAct(null)}
        title={words?.title ?? ""}
        description={words?.description}
        confirmLabel={words?.button ?? ""}
        danger={act !== "allow"}
        hint={HINT}
        onConfirm={confirm}
      />
    </Card>
  );
};
