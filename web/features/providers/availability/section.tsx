import Pencil from "lucide-react/icons/pencil";
import { type ReactNode, useId } from "react";
import { useDialog } from "#web/ui/connected/use-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

/** A part of the profile that its owner edits in a dialog, which loads when first needed. */
export const Section = ({
  title,
  editLabel,
  children,
  load,
  dialog,
}: {
  title: string;
  /** For the owner alone. */
  editLabel: string | null;
  children: ReactNode;
  /** Loads the dialog's code. */
  load: () => Promise<unknown>;
  dialog: (open: boolean, onOpenChange: (open: boolean) => void) => ReactNode;
}) => {
  const id = useId();
  const { openDialog, dialog: opened } = useDialog(load, dialog);
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {editLabel && (
          <IconButton
            size="sm"
            label={editLabel}
            icon={<Pencil className="size-4!" />}
            className="-ml-2 print:hidden"
            onClick={openDialog}
          />
        )}
      </div>
      <div className="mt-3">{children}</div>
      {opened}
    </section>
  );
};
