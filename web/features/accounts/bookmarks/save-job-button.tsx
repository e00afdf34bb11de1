import { useWrite } from "#web/session/use-write.ts";
import { BookmarkButton } from "./bookmark-button.tsx";
import { showSaveFailed } from "./describe-failure.ts";
import { saveJob } from "./writes.ts";

/** Saves or unsaves a job; for providers only (spec 2 section 2). */
export const SaveJobButton = ({
  job,
  userId,
  saved,
}: {
  job: { id: string; title: string };
  userId: string;
  saved: boolean;
}) => {
  const { run, busy } = useWrite(saveJob);
  const toggle = async () => {
    try {
      await run({ jobId: job.id, saved: !saved }, userId);
    } catch (error) {
      await showSaveFailed(error);
    }
  };
  return (
    <BookmarkButton name={job.title} saved={saved} busy={busy} onToggle={() => void toggle()} />
  );
};
