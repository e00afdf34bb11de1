import { useState } from "react";
import { ProveDialog } from "./prove-dialog.tsx";

/**
 * For a form that the server may accept only after a fresh proof. `request` opens the dialog and resolves
 * to whether the person proved their identity, so that the submit can continue. `dialog` belongs beside the
 * form, not in it.
 */
export const useProof = () => {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null);
  const end = (proven: boolean) => {
    answer?.(proven);
    setAnswer(null);
  };
  return {
    request: () => new Promise<boolean>((resolve) => setAnswer(() => resolve)),
    dialog: (
      <ProveDialog
        open={answer !== null}
        onProven={async () => end(true)}
        onCancel={() => end(false)}
      />
    ),
  };
};
