import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { markDone } from "./writes.ts";

/** Says that the work is done, for either side. */
export const DoneButton = ({ job }: { job: { id: string; title: string } }) => {
  const { run, busy } = useWrite(markDone);
  const finish = async () => {
    try {
      await run(job.id);
    } catch (error) {
      toast(failureToast(error, "This was not saved"));
      return;
    }
    toast({ title: "Marked as done", variant: "success" });
  };
  return (
    <Button
      size="sm"
      busy={busy}
      aria-label={`The work is done: ${job.title}`}
      onClick={() => void finish()}
    >
      The work is done
    </Button>
  );
};
