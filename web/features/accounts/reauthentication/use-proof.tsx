import { useState } from "react";
import { ProveDialog } from "./prove-dialog.tsx";

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
