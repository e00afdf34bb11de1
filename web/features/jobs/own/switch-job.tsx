import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { setJobStatus } from "../writes.ts";

/** Closes an open job, or reopens a closed or expired one. A hire ends elsewhere. */
export const SwitchJob = ({
  job,
  variant,
  className,
}: {
  job: { id: string; title: string; status: string; contact_erased: boolean };
  variant: "quiet" | "outline";
  className?: string;
}) => {
  const { run, busy } = useWrite(setJobStatus);
  const open = job.status === "open";
  const change = async () => {
    try {
      await run({ jobId: job.id, status: open ? "closed" : "open" });
      toast({ title: open ? "Job closed" : "Job reopened", variant: "success" });
    } catch (error) {
      toast(failureToast(error, "Action failed"));
    }
  };
  const label = open ? "Close" : "Reopen";
  const shown = { variant, className, size: "sm", "aria-label": `${label} ${job.title}` } as const;
  // Without a contact nobody could answer, so it is entered first.
  return !open && job.contact_erased ? (
    <ButtonLink to={`/post-job?edit=${job.id}`} {...shown}>
      {label}
    </ButtonLink>
  ) : (
    <Button busy={busy} onClick={() => void change()} {...shown}>
      {label}
    </Button>
  );
};
