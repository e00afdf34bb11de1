import { Dialog } from "#web/ui/dialog.tsx";
import { ProveYourself } from "./prove-yourself.tsx";

/** Asks who sits here over whatever was begun, and lets it go on by itself afterwards. */
export const ProveDialog = ({
  open,
  onProven,
  onCancel,
}: {
  open: boolean;
  onProven: () => Promise<void>;
  onCancel: () => void;
}) => (
  <Dialog
    open={open}
    onOpenChange={(next) => !next && onCancel()}
    title="Please confirm that it is you"
  >
    {open && <ProveYourself onProven={onProven} />}
  </Dialog>
);
