import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/toast.ts";
import { declineRequest, type JobRequest } from "./requests.ts";

/** For a member whom the poster of this job has asked by name: to quote, or to say no. */
export const OwnRequest = ({ jobId, request }: { jobId: string; request: JobRequest }) => {
  const { run, busy } = useWrite(declineRequest);
  const decline = async () => {
    try {
      await run(jobId);
    } catch (error) {
      toast(failureToast(error, "Action failed"));
    }
  };
  return (
    <Card>
      <h2 className="text-xl">You were asked by name</h2>
      {request.declined_at ? (
        <p className="mt-1 text-ink-soft">
          You said no. You can still send a quote if you change your mind.
        </p>
      ) : (
        <>
          <p className="mt-1 text-ink-soft">
            The person who posted this job chose you by name. Please answer within 48 hours, so that
            they can ask somebody else if you can't do it.
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <ButtonLink to="#your-quote" size="sm">
              Answer with a quote
            </ButtonLink>
            <Button variant="outline" size="sm" busy={busy} onClick={() => void decline()}>
              No, thank you
            </Button>
          </div>
        </>
      )}
    </Card>
  );
};
