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
