import { type ReactNode, useState } from "react";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { reasonSchema } from "#domain/values/texts.ts";
import { ConfirmDialog, type ConfirmFailure } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

/** Asks for the reason of an action, which the person concerned reads; the audit log records it. */
export const ReasonDialog = ({
  open,
  onClose,
  title,
  description,
  confirmLabel,
  hint = "We'll email this to the person and keep it in the audit log.",
  danger = false,
  onConfirm,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  hint?: string;
  danger?: boolean;
  /** @returns why nothing was done; the dialog closes if nothing is returned */
  onConfirm: (reason: string) => Promise<ConfirmFailure>;
  /** An additional field, before the reason. */
  children?: ReactNode;
}) => {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const close = () => {
    setReason("");
    setError(undefined);
    onClose();
  };
  const confirm = async () => {
    const checked = reasonSchema.safeParse(reason);
    setError(checked.error?.issues[0]?.message);
    return checked.success ? onConfirm(checked.data) : { message: "Nothing has changed yet." };
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      danger={danger}
      onConfirm={confirm}
    >
      <div className="grid gap-4">
        {children}
        <Field label="Reason" hint={hint} error={error} required>
          <Textarea
            rows={3}
            value={reason}
            maxLength={INPUT_LIMITS.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
};
