import { useState } from "react";
import { failureToast } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { reportAct, useAct } from "#web/ui/admin/act.ts";
import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import { PrivatePictureButton } from "#web/ui/pictures/private-picture.tsx";
import { toast } from "#web/ui/toast.ts";
import { readReportedMessage, removeMessagePictures } from "./writes.ts";

/** The message that a case is about, shown on request, because each view is recorded. */
export const ReportedMessage = ({ id }: { id: string }) => {
  const [message, setMessage] = useState<Awaited<ReturnType<typeof readReportedMessage>>>(null);
  const [removing, setRemoving] = useState(false);
  const { run } = useAct(removeMessagePictures);
  const show = async () => {
    try {
      setMessage(await readReportedMessage(await sessionClient(), id));
    } catch (error) {
      toast(failureToast(error, "Failed to load the message"));
    }
  };
  const remove = async (reason: string) => {
    const failed = await reportAct(
      run({ id, reason }),
      "Failed to remove the pictures",
      "Pictures removed",
    );
    if (!failed && message) setMessage({ ...message, pictures: [] });
    return failed;
  };
  if (!message) {
    return (
      <div className="grid justify-items-start gap-2">
        <Button variant="outline" size="sm" onClick={() => void show()}>
          Show the message
        </Button>
        <p className="text-sm text-ink-soft">
          You see only the message that was reported. The audit log records that you did.
        </p>
      </div>
    );
  }
  return (
    <section aria-label="Reported message" className="rounded-lg border border-line p-4">
      <p className="whitespace-pre-line wrap-anywhere">{message.body}</p>
      <PictureStrip
        pictures={message.pictures}
        title="Reported pictures"
        from="the reported person"
        Item={PrivatePictureButton}
      />
      {message.pictures.length > 0 && (
        <Button className="mt-4" variant="danger" size="sm" onClick={() => setRemoving(true)}>
          Remove the pictures
        </Button>
      )}
      <ReasonDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title="Remove the pictures of this message?"
        description="Neither side sees them any more, and their author cannot send them again."
        confirmLabel="Remove the pictures"
        danger
        hint="We'll keep it in the audit log."
        onConfirm={remove}
      />
    </section>
  );
};
