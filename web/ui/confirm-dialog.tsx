import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useState } from "react";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { BACKDROP, PANEL, VIEWPORT } from "./dialog.tsx";
import { silenceToast } from "./toast.ts";

// biome-ignore lint/suspicious/noConfusingVoidType: most acts give nothing back
export type ConfirmFailure = { message: string } | undefined | void;

/**
 * Asks before an action that is hard to undo. It is open and busy while `onConfirm` runs, closes on
 * success, and remains open if that returns a message or fails.
 */
export const ConfirmDialog = ({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  danger = false,
  onConfirm,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** @returns why nothing was done, as text for people; nothing on success */
  onConfirm: () => ConfirmFailure | Promise<ConfirmFailure>;
  /** A field to fill in first, such as a reason. */
  children?: ReactNode;
}) => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const refused = await onConfirm();
      if (refused) {
        silenceToast(refused.message);
        setFailure(refused.message);
      } else onOpenChange(false);
    } catch (error) {
      console.error(error);
      setFailure(UNEXPECTED_ERROR);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Viewport className={VIEWPORT}>
          <AlertDialog.Popup className={cx(PANEL, "p-5 sm:max-w-md sm:p-7")}>
            <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
            {description && (
              <AlertDialog.Description className="mt-2 text-ink-soft">
                {description}
              </AlertDialog.Description>
            )}
            {children && <div className="mt-4">{children}</div>}
            {failure && (
              <p role="alert" className="mt-4 font-semibold text-danger">
                {failure}
              </p>
            )}
            <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <AlertDialog.Close
                disabled={busy}
                render={<Button variant="outline">{cancelLabel}</Button>}
              />
              <Button
                variant={danger ? "danger" : "solid"}
                busy={busy}
                onClick={() => void confirm()}
              >
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
