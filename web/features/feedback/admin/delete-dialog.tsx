import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import { reportAct } from "#web/ui/admin/report-act.ts";
import { useAct } from "#web/ui/admin/use-act.ts";
import { authorHint } from "./author-hint.ts";
import type { ModeratedItem } from "./queries.ts";
import { deleteFeedback } from "./writes.ts";

/** Deletes an item permanently, with a reason that its author reads and the audit log records. */
export const DeleteDialog = ({
  item,
  onClose,
}: {
  item: ModeratedItem | null;
  onClose: () => void;
}) => {
  const { run } = useAct(deleteFeedback);
  return (
    <ReasonDialog
      open={item !== null}
      onClose={onClose}
      title="Delete this feedback?"
      description={item ? `“${item.title}” by ${item.author_name}. This cannot be undone.` : ""}
      confirmLabel="Delete"
      hint={authorHint(item ? [item] : [])}
      danger
      onConfirm={async (reason) => {
        if (!item) return;
        return reportAct(run({ item, reason }), "Failed to delete feedback", "Feedback deleted");
      }}
    />
  );
};
