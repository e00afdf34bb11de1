import BellPlus from "lucide-react/icons/bell-plus";
import { useNavigate } from "react-router";
import type { JobFilter } from "#domain/jobs/jobs.ts";
import { whyRefused } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { addJobAlert } from "./alerts.ts";

/** Creates a job alert from a provider's search, without its budget and order. */
export const AlertButton = ({ filter, userId }: { filter: JobFilter; userId: string }) => {
  const { run, busy } = useWrite(addJobAlert);
  const navigate = useNavigate();
  const add = async () => {
    try {
      await run(
        {
          categories: filter.category ? [filter.category] : [],
          area: filter.location,
          frequency: "daily",
        },
        userId,
      );
      toast({
        title: "Job alert saved",
        description: "We'll email you new jobs that match, at most once a day.",
        variant: "success",
        action: {
          label: "Change it",
          onPress: () => void navigate("/account?tab=notifications"),
        },
      });
    } catch (error) {
      const otherwise = { title: "Action failed", description: "Please try again." };
      toast({ ...whyRefused(error, otherwise), variant: "destructive" });
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      busy={busy}
      icon={<BellPlus aria-hidden="true" />}
      onClick={() => void add()}
    >
      Get alerts for this search
    </Button>
  );
};
