import { reportAct } from "#web/ui/admin/report-act.ts";
import { useAct } from "#web/ui/admin/use-act.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { ManagedCategory } from "./queries.ts";
import { deleteCategory } from "./writes.ts";

export const DeleteDialog = ({
  category,
  onClose,
}: {
  category: ManagedCategory | null;
  onClose: () => void;
}) => {
  const { run } = useAct(deleteCategory);
  return (
    <ConfirmDialog
      open={category !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${category?.name ?? ""}?`}
      description="Are you sure you want to delete this category? This will remove it from all providers."
      confirmLabel="Delete"
      danger
      onConfirm={async () => {
        if (!category) return;
        const done = "Category deleted successfully";
        return reportAct(run(category), "Failed to delete category", done);
      }}
    />
  );
};
