import {
  loadModeration,
  ModerationScreen,
  readModeration,
} from "#web/features/feedback/admin/index.ts";
import { loadPublication } from "#web/features/feedback/index.ts";
import { orNull } from "#web/features/site/admin/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { sessionClient } from "#web/session/session.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/feedback.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const search = readModeration(new URL(request.url).searchParams);
  const db = await sessionClient();
  const loading = Promise.all([loadModeration(db, search), loadPublication(db)]);
  const [list = null, publication] = (await orNull("Failed to load feedback", loading)) ?? [];
  return { search, list, publication };
};
clientLoader.hydrate = true as const;

export const HydrateFallback = () => <Skeletons count={3} label="Loading feedback…" />;

export const meta = pageTitle("Feedback Moderation");

export default function FeedbackRoute({ loaderData }: Route.ComponentProps) {
  const { search, list, publication } = loaderData;
  return (
    <>
      <PageHeader
        title="Feedback Moderation"
        lead={
          publication &&
          (publication === "at once"
            ? "New feedback is public straight away. Approve it or hide it."
            : "New feedback goes public once you approve it.")
        }
      />
      <ModerationScreen search={search} list={list} />
    </>
  );
}
