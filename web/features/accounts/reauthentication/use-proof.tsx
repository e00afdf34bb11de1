import { useState } from "react";
import { ProveDialog } from "./prove-dialog.tsx";

/**
 * For a form that the server may take only after a fresh proof: `request` opens the dialog and answers whether
 * the person proved who they are, so that the submit can continue. `dialog` belongs beside the form, not in it.
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
