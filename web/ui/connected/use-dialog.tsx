import { type ReactNode, Suspense, useState } from "react";
import { loadOnPress } from "./reachable.ts";

/** A dialog whose code loads when it is first opened. */
export const useDialog = (
  /** Loads the dialog's code. */
  load: () => Promise<unknown>,
  dialog: (open: boolean, onOpenChange: (open: boolean) => void) => ReactNode,
) => {
  const [open, setOpen] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const openDialog = async () => {
    if (!(await loadOnPress(load))) return;
    setIsLoaded(true);
    setOpen(true);
  };
  return {
    openDialog: () => void openDialog(),
    dialog: isLoaded && <Suspense>{dialog(open, setOpen)}</Suspense>,
  };
};
