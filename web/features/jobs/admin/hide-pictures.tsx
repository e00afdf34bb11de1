import { useState } from "react";
import { reportAct, useAct } from "#web/ui/admin/act.ts";
import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import { RemovablePictures } from "#web/ui/pictures/removable-pictures.tsx";
import { hideJobPicture } from "./writes.ts";

/** The pictures of a job, each with a button that takes it off. */
export const HidePictures = ({
  job,
  seen,
  hint,
}: {
  job: { id: string; pictures: string[] };
  /** When the job was last changed. */
  seen: string | null;
  /** Beside the reason. */
  hint: string;
}) => {
  const [picture, setPicture] = useState<string | null>(null);
  const { run } = useAct(hideJobPicture);
  const confirm = async (reason: string) => {
    if (!picture || !seen) return;
    const acting = run({ jobId: job.id, picture, reason, seen });
    return reportAct(acting, "Failed to remove the picture", "Picture removed");
  };
  return (
    <>
      <RemovablePictures
        pictures={job.pictures}
        from="the person who posted the job"
        disabled={!seen}
        onRemove={setPicture}
      />
      <ReasonDialog
        open={picture !== null}
        onClose={() => setPicture(null)}
        title="Remove this picture?"
        description="The job stays as it is. Its poster cannot add the picture again."
        confirmLabel="Remove picture"
        danger
        hint={hint}
        onConfirm={confirm}
      />
    </>
  );
};
