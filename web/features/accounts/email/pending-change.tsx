import { faultOf } from "#domain/site/faults.ts";
import { reloadUser } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { WaitNotice } from "../countdown.tsx";
import { useResend } from "./resend.tsx";

/** An unconfirmed change of address: what is missing, another mail, and how to cancel it. */
export const PendingChange = ({ current, wanted }: { current: string; wanted: string }) => {
  const { contactEmail } = useSettings();
  const { result, busy, wait, send } = useResend("email_change");
  const cancel = useWrite(async (db) => {
    await db.rpc("cancel_email_change").throwOnError();
    await reloadUser();
  });
  const cancelChange = () =>
    cancel.run().then(
      () => toast({ title: "Email change cancelled", variant: "success" }),
      (error: unknown) =>
        toast({
          title: "Email change not cancelled",
          description: faultOf(error, "Please try again.").message,
          variant: "destructive",
        }),
    );
  return (
    <div className="mb-5 grid gap-3 wrap-anywhere">
      <Alert
        live
        tone="success"
        title="Email update initiated - check your new email to confirm"
        action={
          <>
            <Button
              variant="outline"
              size="sm"
              busy={busy}
              disabled={wait > 0}
              onClick={() => void send(current)}
            >
              Send the emails again
            </Button>
            <Button
              variant="quiet"
              size="sm"
              busy={cancel.busy}
              onClick={() => void cancelChange()}
            >
              Cancel the change
            </Button>
          </>
        }
      >
        We have written to {current} and to <strong>{wanted}</strong>. Your address changes when
        both have confirmed.
      </Alert>
      <div role="status">
        {result && (
          <Alert tone={result.tone} title={result.title}>
            {result.text}
          </Alert>
        )}
      </div>
      <WaitNotice seconds={wait} />
      <p className="text-sm text-ink-soft">
        No longer able to read emails to {current}? Write to{" "}
        <a href={`mailto:${contactEmail}`} className="link">
          {contactEmail}
        </a>{" "}
        from your new address. We will check that it is you and change it.
      </p>
    </div>
  );
};
