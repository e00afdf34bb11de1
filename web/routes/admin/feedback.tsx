import {
  loadModeration,
  ModerationScreen,
  readModeration,
} from "#web/features/feedback/admin/index.ts";
import { orNull } from "#web/features/site/admin/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { sessionClient } from "#web/session/session.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/feedback.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const search = readModeration(new URL(request.url).searchParams);
  const db = await sessionClient();
  return { search, list: await orNull("Failed to load feedback", loadModeration(db, search)) };
};
clientLoader.hydrate = true as const;

export const HydrateFallback = () => <Skeletons count={3} label="Loading feedback…" />;

export const meta = pageTitle("Feedback Moderation");

export default function FeedbackRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Feedback Moderation"
        lead="Everyone can read new feedback at once. Approve it, or hide it."
      />
      <ModerationScreen {...loaderData} />
    </>
  );
}
