import { useState } from "react";
import { picturesOf } from "#domain/providers-portfolio.ts";
import { Picture } from "#web/features/providers/portfolio/index.ts";
import { ReasonDialog, reportAct, useAct } from "#web/features/site/admin/index.ts";
import { Button } from "#web/ui/button.tsx";
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
      <ul className="mt-4 flex flex-wrap gap-4 empty:hidden">
        {picturesOf(job.pictures, "the person who posted the job").map(({ media, text }, index) => (
          <li key={media.url} className="grid justify-items-start gap-2">
            <Picture
              media={media}
              alt={text}
              shape="thumbnail"
              sizes="112px"
              className="h-21 w-28 rounded-md border border-line object-cover"
            />
            <Button
              size="sm"
              variant="outline"
              disabled={!seen}
              onClick={() => setPicture(media.url)}
            >
              Remove picture {index + 1}
            </Button>
          </li>
        ))}
      </ul>
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
