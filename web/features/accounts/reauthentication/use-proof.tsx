import { useState } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { ProveYourself } from "./prove-yourself.tsx";

/** Asks for a fresh proof over the page; the interrupted action then continues by itself. */
export const ProveDialog = ({
  open,
  onProven,
  onCancel,
}: {
  open: boolean;
  onProven: () => Promise<void>;
  onCancel: () => void;
}) => (
  <Dialog open={open} onOpenChange={(next) => !next && onCancel()} title="Confirm it's you">
    {open && <ProveYourself onProven={onProven} />}
  </Dialog>
);

/**
 * For a form that the server may accept only after a fresh proof. `request` opens the dialog and resolves
 * to whether the person proved their identity, so that the submit can continue. `dialog` belongs beside the
 * form, not in it.
 */
export const useProof = () => {
  const [resolveProof, setResolveProof] = useState<((proven: boolean) => void) | null>(null);
  const end = (proven: boolean) => {
    resolveProof?.(proven);
    setResolveProof(null);
  };
  return {
    request: () => new Promise<boolean>((resolve) => setResolveProof(() => resolve)),
    dialog: (
      <ProveDialog
        open={resolveProof !== null}
        onProven={async () => end(true)}
        onCancel={() => end(false)}
      />
    ),
  };
};
