import type { SavedJob, SavedProvider } from "./queries.ts";
import { SavedJobsPart, SavedProvidersPart } from "./saved.tsx";

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
  <div className="grid grid-cols-1 gap-10">
    {provider && <SavedJobsPart saved={jobs} userId={userId} />}
    <SavedProvidersPart saved={providers} userId={userId} minor={provider} />
  </div>
);
