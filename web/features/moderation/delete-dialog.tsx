import { useState } from "react";
import { reasonSchema } from "#domain/feedback.ts";
import { useWrite } from "#web/session/use-write.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import type { ModeratedItem } from "./queries.ts";
import { deleteFeedback } from "./writes.ts";

/** Deletes an item for good, with a reason that the audit log keeps. */
export const DeleteDialog = ({
  item,
  onClose,
}: {
  item: ModeratedItem | null;
  onClose: () => void;
}) => {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const { run } = useWrite(deleteFeedback);
  const close = () => {
    setReason("");
    setError(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!item) return;
    const checked = reasonSchema.safeParse(reason);
    if (!checked.success) {
      setError(checked.error.issues[0]?.message);
      throw new Error("The feedback was not deleted.");
    }
    try {
      await run({ id: item.id, reason: checked.data });
    } catch {
      toast({ title: "Error", description: "Failed to delete feedback", variant: "destructive" });
      throw new Error("Failed to delete feedback");
    }
    toast({ title: "Feedback deleted", variant: "success" });
  };
  return (
    <ConfirmDialog
      open={item !== null}
      onOpenChange={(open) => !open && close()}
      title="Delete this feedback?"
      description={item ? `“${item.title}” by ${item.author_name}. This cannot be undone.` : ""}
      confirmLabel="Delete"
      danger
      onConfirm={confirm}
    >
      <Field label="Reason" error={error} required>
        <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
};
