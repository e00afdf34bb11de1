import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { BACKDROP, PANEL, VIEWPORT } from "./dialog.tsx";

/**
 * Asks before something that is hard to undo. Stays open and busy while `onConfirm` runs, closes
 * when it is through, and stays open when it fails, showing the failure's message.
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
  onConfirm: () => void | Promise<void>;
  /** Something to fill in first, such as a reason. */
  children?: ReactNode;
}) => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "An unexpected error occurred");
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
