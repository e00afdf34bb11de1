import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { withdrawQuote } from "./writes.ts";

/** Takes back an undecided quote. */
export const WithdrawQuote = ({ job }: { job: { id: string; title: string } }) => {
  const { run, busy } = useWrite(withdrawQuote);
  const withdraw = async () => {
    try {
      await run(job.id);
    } catch (error) {
      toast(failureToast(error, "Your quote was not withdrawn"));
      return;
    }
    toast({ title: "Quote withdrawn", variant: "success" });
  };
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={busy}
      aria-label={`Withdraw the quote for ${job.title}`}
      onClick={() => void withdraw()}
    >
      Withdraw
    </Button>
  );
};
