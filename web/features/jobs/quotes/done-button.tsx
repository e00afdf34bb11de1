import type { Db } from "#web/session/database.ts";
import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { confirmHire, markDone } from "./writes.ts";

interface Job {
  id: string;
  title: string;
}

/** Records one fact about a hire with one press. */
const HireButton = ({
  job,
  write,
  label,
  saved,
}: {
  job: Job;
  write: (db: Db, jobId: string) => Promise<void>;
  label: string;
  /** The message once it is saved. */
  saved: string;
}) => {
  const { run, busy } = useWrite(write);
  const say = async () => {
    try {
      await run(job.id);
    } catch (error) {
      toast(failureToast(error, "This was not saved"));
      return;
    }
    toast({ title: saved, variant: "success" });
  };
  return (
    <Button size="sm" busy={busy} aria-label={`${label}: ${job.title}`} onClick={() => void say()}>
      {label}
    </Button>
  );
};

/** Says that the work is done, for either side. */
export const DoneButton = ({ job }: { job: Job }) => (
  <HireButton job={job} write={markDone} label="The work is done" saved="Marked as done" />
);

/** The provider's word that they were hired, where no quote was accepted. */
export const ConfirmHireButton = ({ job }: { job: Job }) => (
  <HireButton job={job} write={confirmHire} label="They hired me" saved="Hire confirmed" />
);
