import { SavedFaces } from "./dashboard-panels.tsx";
import type { SavedJob, SavedProvider } from "./queries.ts";
import { SavedJobsPart } from "./saved.tsx";

/** What a person saved, as a tab of the settings; null for what could not be loaded. */
export const Bookmarks = ({
  userId,
  provider,
  providers,
  jobs,
}: {
  userId: string;
  provider: boolean;
  providers: SavedProvider[] | null;
  jobs: SavedJob[] | null;
}) => (
  <div className="grid max-w-2xl gap-10">
    <SavedFaces saved={providers} />
    {provider && <SavedJobsPart saved={jobs} userId={userId} />}
  </div>
);
