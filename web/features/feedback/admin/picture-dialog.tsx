import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import { reportAct } from "#web/ui/admin/report-act.ts";
import { useAct } from "#web/ui/admin/use-act.ts";
import { authorHint } from "./author-hint.ts";
import type { ModeratedItem } from "./queries.ts";
import { hidePicture } from "./writes.ts";

/** Takes one picture off feedback, with a reason. */
export const PictureDialog = ({
  chosen,
  onClose,
}: {
  chosen: { item: ModeratedItem; picture: string } | null;
  onClose: () => void;
}) => {
  const { run } = useAct(hidePicture);
  return (
    <ReasonDialog
      open={chosen !== null}
      onClose={onClose}
      title="Remove this picture?"
      description="The words and the stars stay as they are. The author cannot add the picture again."
      confirmLabel="Remove picture"
      danger
      hint={authorHint(chosen ? [chosen.item] : [])}
      onConfirm={async (reason) => {
        if (!chosen) return;
        return reportAct(run({ ...chosen, reason }), "Picture not removed", "Picture removed");
      }}
    />
  );
};
